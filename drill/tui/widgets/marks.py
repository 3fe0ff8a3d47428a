"""A verdict drawn: the person's own words marked up, and what each key point found in them."""

from collections.abc import Sequence
from typing import Protocol

from textual.content import Content

from drill.tui.glyphs import Glyphs
from drill.tui.text import clip, marked, plain
from drill.tui.widgets.rows import Row

QUOTE = 46
"""Cells of the person's words quoted beside a point."""


class Point(Protocol):
    """What a graded key point has to tell."""

    @property
    def status(self) -> str: ...
    @property
    def span(self) -> tuple[int, int] | None: ...
    @property
    def why(self) -> str: ...
    @property
    def says(self) -> str: ...


def verdict_look(verdict: str, glyphs: Glyphs) -> tuple[str, str]:
    """Give the sign and the style of a verdict; the word always stands beside them."""
    return {
        "correct": (glyphs.hit, "$success"),
        "partial": (glyphs.partly, "$warning"),
        "incorrect": (glyphs.wrong, "$error"),
    }.get(verdict, (glyphs.unsure, "$quiet"))


def status_look(status: str, glyphs: Glyphs) -> tuple[str, str, str]:
    """Give sign, word and style of a key point's status."""
    return {
        "hit": (glyphs.hit, "hit", "$success"),
        "partly": (glyphs.partly, "partly", "$warning"),
        "missed": (glyphs.missed, "missing", "$quiet"),
        "contradicted": (glyphs.wrong, "contradicts", "$error"),
        "extra": (glyphs.extra, "extra", "$secondary"),
    }.get(status, (glyphs.unsure, status, "$quiet"))


_BACKS = {
    "hit": "$success on $hit-back",
    "partly": "$warning on $partly-back",
    "contradicted": "$error on $wrong-back",
    "extra": "$secondary underline",
}


def answer_marked(text: str, points: Sequence[Point]) -> Content:
    """Lay the deciding spans over the answer; what contradicts is laid on last and shows."""
    order = {"extra": 0, "hit": 1, "partly": 2, "contradicted": 3}
    spans = [
        (*point.span, _BACKS[point.status])
        for point in sorted(points, key=lambda point: order.get(point.status, 0))
        if point.span and point.status in _BACKS
    ]
    return marked(text, spans)


def point_rows(text: str, points: Sequence[Point], glyphs: Glyphs) -> list[Row]:
    """One row a key point: sign and word, what it is, the words that decided, and why."""
    rows: list[Row] = []
    for point in points:
        sign, word, style = status_look(point.status, glyphs)
        body = plain(point.says)
        note = _note(text, point, glyphs)
        if note:
            body = Content("\n").join([body, note])
        rows.append((Content.styled(f"{sign} {word}", style), body))
    return rows


def _note(text: str, point: Point, glyphs: Glyphs) -> Content | None:
    if point.span is None:
        reason = point.why.removeprefix("missing").lstrip(" :,;—-")
        return plain(reason, "$quiet") if reason and reason != point.says else None
    start, end = point.span
    left, right = glyphs.quotes
    reason = f"  {point.why}" if point.why else ""
    said = clip(text[start:end], QUOTE, glyphs)
    return Content.assemble(
        plain(f"{left}{said}{right}", "italic"),
        plain(reason, "$quiet"),
    )
