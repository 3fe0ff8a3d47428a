"""Exceptions across the wire: the nearest builtin type and a short message, nothing else."""

import builtins

from drill.runner.frames import FrameError
from drill.runner.limits import MAX_TEXT

BUILTIN: dict[str, type[BaseException]] = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and issubclass(kind, BaseException)
}
_KINDS = frozenset(BUILTIN.values())


def describe(error: BaseException) -> dict[str, str]:
    """Return the error as data: type names and a short text."""
    mro = type.__dict__["__mro__"].__get__(type(error))
    near = next(kind.__name__ for kind in mro if kind in _KINDS)
    return {"near": near, "type": str(type(error).__name__)[:100], "says": message_of(error)}


def message_of(error: BaseException) -> str:
    try:
        return str(error)[:MAX_TEXT]
    except Exception:  # noqa: BLE001  (a message that cannot be read is no message)
        return ""


def revive(value: object) -> BaseException:
    """Return the error again, as a builtin exception with `remote_type` beside it."""
    if type(value) is not dict or any(type(v) is not str for v in value.values()):
        raise FrameError("no error")
    kind = BUILTIN.get(value.get("near", ""))
    if kind is None:
        raise FrameError("an error of no known type")
    if issubclass(kind, BaseExceptionGroup):
        kind = Exception
    error = kind.__new__(kind)
    error.args = (value.get("says", "")[:MAX_TEXT],)
    error.remote_type = value.get("type", "")[:100]  # type: ignore[attr-defined]
    return error
