"""What code under test may not leave switched on: hooks that mend a fault when somebody looks."""

import gc
import sys
import threading
from typing import Any

from drill.runner.frames import FrameError

_HOOKS = ("sys.setprofile", "sys.settrace", "sys.monitoring.register_callback")
_BEGINNING = threading.Thread._bootstrap_inner.__code__  # type: ignore[attr-defined]  # noqa: SLF001
"""Where a new thread sets the hook that `threading` was given for it."""
_worlds: list[dict[str, Any]] = []
"""Name spaces whose code may use hooks: an exercise's world counts calls that way."""
_free: list[bool] = []


def forbid() -> None:
    """No hooks on calls or lines from the code under test, and none on the collector."""
    sys.addaudithook(_watch)
    del gc.callbacks


def trust(world: dict[str, Any]) -> None:
    """Let the code of one name space use hooks. Known by identity: a file's name can be forged."""
    _worlds.append(world)


def lift() -> None:
    """Let all code of this process use hooks: it runs a person's script, and nothing is judged."""
    _free.append(True)


def _watch(event: str, _arguments: object) -> None:
    if event not in _HOOKS or _free:
        return
    frame = sys._getframe(1)  # noqa: SLF001  (whose call it is)
    space: object = frame.f_globals
    if frame.f_code is _BEGINNING:
        hook = threading.gettrace() if event == "sys.settrace" else threading.getprofile()
        space = getattr(hook, "__globals__", None)
    if not any(space is world for world in _worlds):
        raise PermissionError(f"{event} is not for the code under test")


def look() -> None:
    """Refuse an answer given while a mode of torch is left on."""
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "_C"):
        return
    if torch._C._len_torch_function_stack() or torch._C._len_torch_dispatch_stack():  # noqa: SLF001
        raise FrameError("the code leaves a mode of torch switched on")
