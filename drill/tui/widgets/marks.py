"""A verdict drawn: the person's own words marked up, and what each key point found in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from drill.model.evidence import spans, told
from drill.tui.text import clip, marked, plain

if TYPE_CHECKING:
    from drill.model.evidence import Told
    from drill.model.grade import Grade
    from drill.tui.glyphs import Glyphs
    from drill.tui.widgets.rows import Row

QUOTE = 46
"""Cells of the person's words quoted beside a point."""


def verdict_look(verdict: str, glyphs: Glyphs) -> tuple[str, str]:
    """Give the sign and the style of a verdict; the word always stands beside them."""
    return {
        "correct": (glyphs.hit, "$success"),
        "partial": (glyphs.partly, "$warning"),
        "incorrect": (glyphs.wrong, "$error"),
    }.get(verdict, (glyphs.unsure, "$quiet"))


def mark_look(mark: str, glyphs: Glyphs) -> tuple[str, str]:
    """Give sign and style of what was found of a key point."""
    return {
        "hit": (glyphs.hit, "$success"),
        "partly": (glyphs.partly, "$warning"),
        "missed": (glyphs.missed, "$quiet"),
        "unneeded": (glyphs.open, "$quiet"),
        "contradicted": (glyphs.wrong, "$error"),
        "objection": (glyphs.wrong, "$error"),
    }.get(mark, (glyphs.unsure, "$quiet"))


_BACKS = {
    "hit": "$success on $hit-back",
    "partly": "$warning on $partly-back",
    "contradicted": "$error on $wrong-back",
}


def answer_marked(text: str, grade: Grade | None) -> Content:
    """Lay the deciding words over the answer; what contradicts is laid on last and shows."""
    found = spans(text, grade.points) if grade is not None else []
    return marked(text, [(start, end, _BACKS[status]) for start, end, status in found])


def point_rows(text: str, grade: Grade | None, glyphs: Glyphs, *, long: bool) -> list[Row]:
    """One row a key point: sign and word, what it is, the words that decided, and why."""
    points = told(text, grade, long=long) if grade is not None else ()
    rows: list[Row] = []
    for point in points:
        sign, style = mark_look(point.mark, glyphs)
        body = plain(point.says, "$quiet" if point.mark == "unneeded" else "")
        note = _note(point, glyphs)
        if note:
            body = Content("\n").join([body, note])
        rows.append((Content.styled(f"{sign} {point.word}", style), body))
    return rows


def _note(point: Told, glyphs: Glyphs) -> Content | None:
    """Quote the words that decided, and say the rest of why."""
    if not point.words:
        return plain(point.why, "$quiet") if point.why else None
    left, right = glyphs.quotes
    why = f"{point.joint}{point.why}" if point.why else ""
    said = clip(point.words, QUOTE, glyphs)
    return Content.assemble(plain(f"{left}{said}{right}", "italic"), plain(why, "$quiet"))
