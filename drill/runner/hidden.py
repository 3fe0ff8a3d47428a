"""`check` marks a hidden check; `collect` reads them from an exercise's hidden.py."""

import inspect
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, TypeVar

from drill.errors import ContentError

Body = Callable[[Any], None]
_F = TypeVar("_F", bound=Body)
_MARK = "__drill_check__"


@dataclass(frozen=True)
class Check:
    """One hidden check, in the judge's process only."""

    group: str
    name: str
    symptom: str
    body: Body
    seconds: float | None
    """Its own deadline; None for the usual one."""
    devices: bool
    """Whether it runs once per device."""

    @property
    def id(self) -> str:
        return f"{self.group}/{self.name}"


def check(group: str, *, seconds: float | None = None, devices: bool = False) -> Callable[[_F], _F]:
    """Mark a function as a check of a group; its docstring is the symptom shown."""

    def mark(body: _F) -> _F:
        setattr(body, _MARK, (group, seconds, devices))
        return body

    return mark


_foreseen: dict[tuple[str, str], CodeType] = {}
"""Compiled before it was asked for. A judge's memory; the process that forks reads no check."""


def foresee(source: str, file: str) -> None:
    """Compile the checks of an exercise that will most likely be judged next."""
    try:
        _foreseen[source, file] = compile(source, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        raise ContentError(file, f"{type(error).__name__}: {error}") from error


def collect(source: str, file: str) -> tuple[Check, ...]:
    """Return the checks of a hidden.py in the order they stand."""
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    space: dict[str, Any] = {"__name__": "hidden", "__file__": file}
    try:
        code = _foreseen.get((source, file))
        if code is None:
            code = compile(source, file, "exec", dont_inherit=True)
        exec(code, space)  # noqa: S102  (the author's)
    except Exception as error:
        raise ContentError(file, f"{type(error).__name__}: {error}") from error
    found = [_read(value, file) for value in space.values() if hasattr(value, _MARK)]
    if not found:
        raise ContentError(file, "no hidden check", mend="mark functions with @check")
    names = [one.name for one in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ContentError(file, f"two checks are named {min(twice)}")
    return tuple(found)


def _read(value: FunctionType, file: str) -> Check:
    group, seconds, devices = getattr(value, _MARK)
    symptom = " ".join((inspect.getdoc(value) or "").split())
    line = value.__code__.co_firstlineno
    if not symptom:
        raise ContentError(
            file, f"{value.__name__} has no docstring", line=line, mend="say the symptom"
        )
    return Check(group, value.__name__, symptom, value, seconds, devices)
