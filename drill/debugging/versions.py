"""Two versions of a text, compared by what counts as a change."""

from collections.abc import Sequence
from difflib import SequenceMatcher, unified_diff


def line_changes(old: str, new: str) -> tuple[int, int]:
    """Return how many lines were added and removed."""
    added = removed = 0
    for tag, i1, i2, j1, j2 in _blocks(old.splitlines(), new.splitlines()):
        if tag != "equal":
            added += j2 - j1
            removed += i2 - i1
    return added, removed


def changed_lines(old: str, new: str) -> int:
    """Return how many lines of code differ: a replaced line is one, a comment none."""
    return sum(
        max(i2 - i1, j2 - j1)
        for tag, i1, i2, j1, j2 in _blocks(_code(old), _code(new))
        if tag != "equal"
    )


def diff(old: str, new: str, old_name: str, new_name: str) -> tuple[str, ...]:
    """Return a unified diff, without line ends; empty when nothing differs."""
    lines = unified_diff(old.splitlines(), new.splitlines(), old_name, new_name, lineterm="")
    return tuple(lines)


def _code(text: str) -> list[str]:
    lines = (line.rstrip() for line in text.splitlines())
    return [line for line in lines if line and not line.lstrip().startswith("#")]


def _blocks(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
