"""A reviewed answer in words: what the verdict and the look back from a scorecard draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from drill.model.scale import tenth
from drill.tui.text import join, plain, seconds_text
from drill.tui.widgets.marks import answer_marked, point_rows, verdict_look

if TYPE_CHECKING:
    from drill.model.grade import Opinion
    from drill.services.views import Review
    from drill.tui.glyphs import Glyphs
    from drill.tui.widgets.rows import Row

_UNSURE = "The engine is not sure. Compare with the reference; o sets your own mark."
_OUTCOME = {
    "expired": "time over, nothing written",
    "skipped": "skipped",
    "open": "not reached",
}


def is_long(review: Review) -> bool:
    return review.result.kind in {"spoken", "long"}


def head(review: Review, glyphs: Glyphs) -> Content:
    """Give the mark that counts and how it was reached, then whose marks there are."""
    made = review.result
    sign, style = verdict_look(review.verdict or "incorrect", glyphs)
    word: str = review.verdict or "incorrect"
    if review.grade is None:
        word = _OUTCOME.get(made.outcome, word)
    if made.outcome == "open":
        sign, style = glyphs.open, "$quiet"
    facts = []
    if review.grade and is_long(review):
        facts.append(f"{tenth(review.grade.score)} of 10, passed at 5.6")
    if review.standing != "not":
        facts.append(review.standing)
    facts.append(seconds_text(review.took))
    if review.by_expiry:
        facts.append("time ran out, this is your draft")
    lines = [
        Content.assemble((f"{sign} {word}", f"bold {style}"), ("   " + ", ".join(facts), "$quiet"))
    ]
    if made.overruled and review.grade:
        said = f"You say {made.overruled}, the engine said {review.grade.verdict}"
        lines.append(plain(said + (f": {made.reason}" if made.reason else ""), "$accent"))
    elif review.asks_mark:
        lines.append(plain(_UNSURE, "$accent"))
    if review.opinion is not None:
        lines.append(plain(_second(review.opinion), "$quiet"))
    return join(lines)


def words(review: Review) -> Content:
    """Give the answer with the words that decided."""
    if not review.answer.strip():
        return Content.styled("Nothing was written.", "$quiet")
    return answer_marked(review.answer, review.grade)


def points(review: Review, glyphs: Glyphs) -> list[Row]:
    return point_rows(review.answer, review.grade, glyphs, long=is_long(review))


def titled(title: str, text: str, glyphs: Glyphs) -> Content:
    return Content.assemble(Content.styled(f"{title} {glyphs.say} ", "$accent"), plain(text))


def _second(opinion: Opinion) -> str:
    """Put what the other judge said in one line."""
    if opinion.verdict is None:
        return f"No second opinion from {opinion.model}: {opinion.why}"
    why = f", {opinion.why}" if opinion.why else ""
    return f"Second opinion, {opinion.model}: {opinion.verdict}{why}"
