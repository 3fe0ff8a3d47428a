"""What code under test may not leave switched on: hooks that mend a fault when somebody looks."""

import gc
import sys
from pathlib import Path

from drill.runner.frames import FrameError

_OWN = str(Path(__file__).parent)
_HOOKS = ("sys.setprofile", "sys.settrace", "sys.monitoring.register_callback")


def forbid() -> None:
    """No hooks on calls or lines from the code under test, and none on the collector."""
    sys.addaudithook(_watch)
    del gc.callbacks


def _watch(event: str, _arguments: object) -> None:
    if event not in _HOOKS:
        return
    file = sys._getframe(1).f_code.co_filename  # noqa: SLF001  (whose call it is)
    if not file.startswith(_OWN) and Path(file).name not in ("world.py", "threading.py"):
        raise PermissionError(f"{event} is not for the code under test")


def look() -> None:
    """Refuse an answer given while a mode of torch is left on."""
    torch = sys.modules.get("torch")
    if torch is None or not hasattr(torch, "_C"):
        return
    if torch._C._len_torch_function_stack() or torch._C._len_torch_dispatch_stack():  # noqa: SLF001
        raise FrameError("the code leaves a mode of torch switched on")
