"""What decided about a point, in the words in which a person is told it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.model.grade import Grade, PointResult

Mark = Literal["hit", "partly", "missed", "contradicted", "objection", "unneeded"]
WORDS: dict[Mark, str] = {
    "hit": "hit",
    "partly": "partly",
    "missed": "missing",
    "contradicted": "contradicts",
    "objection": "objection",
    "unneeded": "not needed",
}
REACH = 40
"""Characters a quote grows at most to either side, to begin and end with whole words."""
_CLAIM = re.compile(r"(?:a wrong claim|objection)\W+")
_QUOTED = re.compile(r"“[^”]*” (.*)", re.DOTALL)
_STOPS = frozenset(" \t\r\n,;…")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_LOOSE = ".:!?\"'“”"
"""What may end a sentence or stand around a word: a quote does not grow by it."""


class Told(NamedTuple):
    """One point, ready to be shown."""

    mark: Mark
    says: str
    """What the point is, or what is to be said against the words that were quoted."""
    words: str
    """The person's own words that decided, whole; empty where there are none."""
    why: str
    """What else is to be said of them; empty where it would only repeat."""
    joint: str = ": "
    """Between the words and `why`; a blank where they are one sentence."""

    @property
    def word(self) -> str:
        return WORDS[self.mark]


def told(answer: str, grade: Grade, *, long: bool) -> tuple[Told, ...]:
    """Tell each point of a grade.

    A short answer that is right needs no more points; a long one has a mark that each would raise.
    """
    enough = grade.verdict == "correct" and not long
    return tuple(_told(answer, point, enough=enough) for point in grade.points)


def spans(answer: str, points: Sequence[PointResult]) -> list[tuple[int, int, str]]:
    """Give the words that decided as `(start, end, status)`, the strongest last."""
    order = {"partly": 0, "hit": 1, "contradicted": 2}
    found = [
        (*whole_words(answer, point.span), point.status)
        for point in points
        if point.span is not None and point.status in order
    ]
    return sorted(found, key=lambda one: order[one[2]])


def whole_words(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Widen a span so that it cuts no word, number, call or formula in two."""
    start, end = max(0, span[0]), min(len(text), span[1])
    if start >= end:
        return start, end
    low = start
    while low > 0 and start - low <= REACH and text[low - 1] not in _STOPS:
        low -= 1
    high = end
    while high < len(text) and high - end <= REACH and text[high] not in _STOPS:
        high += 1
    low = start if start - low > REACH else _trimmed_left(text, low, start, high)
    high = end if high - end > REACH else _trimmed_right(text, low, end, high)
    return low, high


def _trimmed_left(text: str, low: int, start: int, high: int) -> int:
    closed = text[start:high]
    while low < start and (
        text[low] in _LOOSE
        or (text[low] in _PAIRS.values() and not _closes(text[low], text[low + 1 : start] + closed))
    ):
        low += 1
    return low


def _closes(opening: str, rest: str) -> bool:
    closing = next(sign for sign, of in _PAIRS.items() if of == opening)
    return rest.count(closing) > rest.count(opening)


def _trimmed_right(text: str, low: int, end: int, high: int) -> int:
    while high > end:
        last = text[high - 1]
        inside = text[low : high - 1]
        open_here = last in _PAIRS and inside.count(_PAIRS[last]) > inside.count(last)
        if open_here or (last not in _LOOSE and last not in _PAIRS):
            break
        high -= 1
    return high


def _told(answer: str, point: PointResult, *, enough: bool) -> Told:
    if point.span is None:
        mark: Mark = "unneeded" if enough and point.status == "missed" else point.status
        why = point.why.removeprefix("missing").lstrip(" :,;—-")
        return Told(mark, point.says, "", "" if why == point.says else why)
    start, end = whole_words(answer, point.span)
    words = " ".join(answer[start:end].split())
    if claim := _CLAIM.match(point.why):
        return Told("objection", point.why[claim.end() :], words, "")
    if point.why == point.says:
        return Told("objection", point.says, words, "")
    quoted = _QUOTED.fullmatch(point.why)
    if quoted is None:
        return Told(point.status, point.says, words, point.why)
    why = "" if quoted[1] == "says it" else quoted[1]
    return Told(point.status, point.says, words, why, " ")
