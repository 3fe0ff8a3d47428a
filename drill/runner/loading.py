"""Brings code into the candidate's process: the candidate's module, the world, scripts."""

import builtins
import linecache
import random
import sys
import traceback
import types
from typing import Any

import numpy as np
import torch

from drill.runner import hooks
from drill.runner.driver import OPS, Driver
from drill.runner.limits import MAX_LOCALS, MAX_REPR
from drill.runner.raising import message_of

_WARM = """
import threading
import numpy as np
import torch
from collections import OrderedDict
class Thing:
    def __init__(self, x):
        self.lock, self.x, self.held = threading.RLock(), x, OrderedDict()
    def __call__(self, x):
        with self.lock: return x + x
    def __len__(self): return 1
    def __contains__(self, key): return True
    def same(self, key, default=None): return key
def twice(x):
    try: return Thing(x)(x)
    except ValueError as error: raise
def called(fn, x):
    try: return bool(fn(x))
    except Exception: return False
def fails(x): raise ValueError(f"{x} is none")
def threads(n):
    seen = []
    def work(k): seen.append(k)
    started = [threading.Thread(target=work, args=(k,)) for k in range(n)]
    for thread in started: thread.start()
    for thread in started: thread.join(5)
    return seen
def pairs(n): return [(k, float(k)) for k in range(n)]
def many(n): return np.array([k for k in range(n)]), torch.zeros(n, dtype=torch.float16).sum()
"""
_OURS = ("broken.py", "example.py", "own.py", "scratch.py", "world.py")


def _module(name: str, file: str, source: str) -> types.ModuleType:
    """Return a module from text, such that tracebacks and inspect.getsource find its lines."""
    module = types.ModuleType(name)
    module.__file__ = file
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return module


_foreseen: dict[str, types.CodeType] = {}
"""A world that was compiled before it was asked for."""


def foresee(_driver: Driver, source: str) -> None:
    """Compile a world; nothing of it runs."""
    _foreseen[source] = compile(source, "world.py", "exec", dont_inherit=True)


def _execute(module: types.ModuleType, source: str) -> None:
    code = _foreseen.pop(source, None) if module.__file__ == "world.py" else None
    if code is None:
        code = compile(source, str(module.__file__), "exec", dont_inherit=True)
    exec(code, module.__dict__)  # noqa: S102  (running the candidate's code is the purpose)


def load_candidate(_driver: Driver, source: str) -> types.ModuleType:
    module = _module("broken", "broken.py", source)
    sys.modules["broken"] = sys.modules["candidate"] = module
    _execute(module, source)
    return module


def load_world(_driver: Driver, source: str) -> types.ModuleType:
    """Run before the candidate's code, under no name that the code could import and patch."""
    module = _module("world", "world.py", source)
    hooks.trust(module.__dict__)
    sys.modules["world"] = module
    try:
        _execute(module, source)
    finally:
        del sys.modules["world"]
    return module


def seed_all(_driver: Driver, seed: int) -> None:
    """Every global generator, so that forks do not share a stream."""
    random.seed(seed)
    np.random.seed(seed % (1 << 32))  # noqa: NPY002  (the global one is what the code may use)
    torch.default_generator.manual_seed(seed)
    if torch.cuda.is_initialized():  # type: ignore[no-untyped-call]
        torch.cuda.manual_seed_all(seed)


def draw(_driver: Driver) -> list[float]:
    """Return the next number of every global generator."""
    return [random.random(), float(np.random.random()), torch.rand(1).item()]  # noqa: S311, NPY002  (theirs)


def warm(_driver: Driver) -> types.ModuleType:
    """Return a module with a little of all that a run does."""
    module = _module("warm", "warm.py", _WARM)
    _execute(module, _WARM)
    return module


def run_script(driver: Driver, kind: str, source: str, candidate: str) -> dict[str, Any]:
    """Run a script beside the candidate's code; what happened, as data to show."""
    file = f"{kind}.py"
    hooks.lift()
    try:
        load_candidate(driver, candidate)
        main = _module("__main__", file, source)
        sys.modules["__main__"] = main
        _execute(main, source)
        _run_tests(main)
    except SystemExit as error:
        if error.code in (None, 0):
            return {"failed": False}
        return _failure(error)
    except BaseException as error:  # noqa: BLE001  (whatever stops it is shown)
        return _failure(error)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return {"failed": False}


def _run_tests(main: types.ModuleType) -> None:
    """Functions named test_* without parameters are run, as a person would expect."""
    for name, value in list(vars(main).items()):
        own = isinstance(value, types.FunctionType) and value.__module__ == "__main__"
        if name.startswith("test") and own and value.__code__.co_argcount == 0:
            value()


def _failure(error: BaseException) -> dict[str, Any]:
    frames = [
        (frame, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename in _OURS
    ]
    file, line = "", None
    if frames:
        file, line = frames[-1][0].f_code.co_filename, frames[-1][1]
    elif isinstance(error, SyntaxError):
        file, line = str(error.filename), error.lineno
    return {
        "failed": True,
        "error": type(error).__name__,
        "message": message_of(error),
        "file": file,
        "line": line,
        "traceback": _trace(error),
        "locals": _locals(frames[-1][0]) if frames else [],
    }


def _trace(error: BaseException) -> str:
    """Return the traceback from the first frame that belongs to the person.

    Text that is no Python has no frame: only where it stops being Python is shown.
    """
    shown = traceback.TracebackException.from_exception(error, capture_locals=False)
    at = 0
    while at < len(shown.stack) and shown.stack[at].filename not in _OURS:
        at += 1
    if at == len(shown.stack) and isinstance(error, SyntaxError):
        return "".join(shown.format_exception_only())[-8000:]
    if at < len(shown.stack):
        del shown.stack[:at]
    return "".join(shown.format())[-8000:]


def _locals(frame: types.FrameType) -> list[tuple[str, str]]:
    values = []
    for name, value in list(frame.f_locals.items()):
        if name.startswith("__") or isinstance(value, types.ModuleType | types.FunctionType | type):
            continue
        values.append((name[:80], shorten(value)))
    return values[:MAX_LOCALS]


def shorten(value: object) -> str:
    """Return a repr that never floods: a tensor shows shape and type beside its first values."""
    try:
        if isinstance(value, torch.Tensor):
            head = value.detach().reshape(-1)[:6].tolist()
            return f"Tensor{tuple(value.shape)} {value.dtype} {head}"[:MAX_REPR]
        if isinstance(value, np.ndarray):
            return f"ndarray{value.shape} {value.dtype} {value.ravel()[:6].tolist()}"[:MAX_REPR]
        if isinstance(value, list | tuple | set | dict) and len(value) > MAX_REPR:
            return f"{type(value).__name__} of {len(value)}"
        text = builtins.repr(value)
    except BaseException:  # noqa: BLE001  (a hostile repr is no repr)
        return f"<{type(value).__name__}: its repr fails>"
    return text if len(text) <= MAX_REPR else text[: MAX_REPR - 1] + "…"


OPS["load"] = load_candidate
OPS["world"] = load_world
OPS["seed"] = seed_all
OPS["draw"] = draw
OPS["warm"] = warm
OPS["foresee"] = foresee
OPS["script"] = run_script
