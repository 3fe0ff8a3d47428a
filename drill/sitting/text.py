"""Edits of a draft, small enough to log each second."""

from typing import NamedTuple


class Edit(NamedTuple):
    at: int
    cut: int
    put: str


def clean(text: str) -> str:
    """Replace what no file can hold: surrogates without their other half."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def edit_between(old: str, new: str) -> Edit:
    """Find the one replacement that makes `new` of `old`."""
    start = _common(old, new, min(len(old), len(new)), from_end=False)
    end = _common(old, new, min(len(old), len(new)) - start, from_end=True)
    return Edit(start, len(old) - start - end, new[start : len(new) - end])


def apply(old: str, edit: Edit) -> str:
    return old[: edit.at] + edit.put + old[edit.at + edit.cut :]


def _common(old: str, new: str, most: int, *, from_end: bool) -> int:
    """Length of the common prefix or suffix, by bisection: slices compare at memory speed."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if from_end:
            same = old[len(old) - middle :] == new[len(new) - middle :]
        else:
            same = old[:middle] == new[:middle]
        low, high = (middle, high) if same else (low, middle - 1)
    return low
