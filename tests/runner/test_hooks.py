"""What the code under test may not leave switched on, so that nothing is mended at a look."""

from typing import Any

import pytest
import torch
from torch.overrides import TorchFunctionMode

from drill.runner import hooks
from drill.runner.frames import FrameError


def test_a_mode_left_on_is_refused() -> None:
    """An answer given while a mode of torch is on is an error; with none on it passes."""
    hooks.look()
    with TorchFunctionMode(), pytest.raises(FrameError):
        hooks.look()
    assert torch._C._len_torch_function_stack() == 0
    hooks.look()


@pytest.mark.parametrize("event", ["sys.setprofile", "sys.settrace"])
def test_hooks_on_calls_are_refused(event: str) -> None:
    """Code other than the world's may not watch calls or lines."""
    with pytest.raises(PermissionError):
        hooks._watch(event, ())


WORLD = """
def look(): watch("sys.settrace", ())
"""


def test_a_world_is_known_by_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    """The world itself may use hooks; code that bears its file's name may not."""
    monkeypatch.setattr(hooks, "_worlds", [])
    world: dict[str, Any] = {"watch": hooks._watch}
    forged: dict[str, Any] = {"watch": hooks._watch}
    hooks.trust(world)
    for space in (world, forged):
        exec(compile(WORLD, "world.py", "exec"), space)  # noqa: S102  (forged on purpose)
    world["look"]()
    with pytest.raises(PermissionError):
        forged["look"]()


def test_a_script_may_use_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is judged nothing is forbidden: a person may profile or trace."""
    monkeypatch.setattr(hooks, "_free", [])
    hooks.lift()
    hooks._watch("sys.setprofile", ())


def test_other_events_pass() -> None:
    """Opening a file or starting a thread is none of the guard's business."""
    hooks._watch("open", ())
    hooks._watch("_thread.start_new_thread", ())
