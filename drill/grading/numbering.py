"""Numbers that say nothing: they count the lines or the items of a list."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from drill.grading.scanner import Raw

_MOST_LINES = 30
_LEAST_LINES = 3
"""Numbers that count the lines of a list."""


def numbers_a_line(raw: list[Raw], at: int) -> bool:
    """Whether a number only counts a line: `1.`, `2)`, `(3)`."""
    piece = raw[at]
    if not 0 < piece.value < _MOST_LINES or at + 1 >= len(raw) or not piece.form.isdigit():
        return False
    after = raw[at + 1]
    before = raw[at - 1] if at else None
    starts = before is None or before.form in {"\n", "(", ".", ";", ":", ","}
    if before is not None and before.form == "(":
        called = at > 1 and raw[at - 2].end == before.start
        return after.form == ")" and not called
    glued = after.start == piece.end and after.form in {".", ")", ":"}
    return starts and glued and at + 2 < len(raw)


def counting_numbers(raw: list[Raw]) -> frozenset[int]:
    """Numbers that only count items: `1 data 2 pipeline 3 model`."""
    digits = [at for at, piece in enumerate(raw) if piece.kind == "num" and piece.form.isdigit()]
    run = [at for want, at in enumerate(digits, 1) if raw[at].value == want]
    apart = all(b - a > 1 for a, b in itertools.pairwise(run))
    return frozenset(run) if len(run) == len(digits) >= _LEAST_LINES and apart else frozenset()
