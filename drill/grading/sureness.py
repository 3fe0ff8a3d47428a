"""Whether a verdict is sure, or a best guess that the person should mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drill.grading.guards import disordered
from drill.grading.hedges import doubts

if TYPE_CHECKING:
    from drill.grading.points import PointStanding, WrongStanding
    from drill.grading.search import Search
    from drill.grading.text import Text
    from drill.model.grade import Verdict

_LITTLE = 0.1
"""Share of an answer's words below which the spans that earned explain too little of it."""
LONG = 12
"""Content words from which an answer may well have said it in other words."""
_SHORT = 6
"""Content words below which there is little left to explain. From there on one negation outside
the spans is no sign against a right answer: on the labelled answers 45 of 45 were right."""
_MIDDLING = 9
"""Content words from which an answer in which nothing was found has to be on the topic."""
_SEVERAL = 3
"""Points found from which a negation outside their spans is no sign against a right answer."""
_ON_TOPIC = 0.5
"""Share of its words that the rubric knows, from which it is."""


def _inside(text: Text, spans: list[tuple[int, int]]) -> list[bool]:
    return [any(low <= start and end <= high for low, high in spans) for start, end in text.spans]


def sure(
    search: Search, points: list[PointStanding], wrong: list[WrongStanding], verdict: Verdict
) -> bool:
    """Tell whether the layers agree and explain the answer."""
    text = search.text
    hits = [p for p in points if p.credit >= 1.0]
    against = len(wrong) + sum(p.against is not None for p in points)
    words = len(text.forms)
    if verdict == "correct":
        doubted = words < _MIDDLING and doubts(text.folded)
        if against or doubted or text.corrected or disordered(text):
            return False
        return _explained(text, hits)
    if verdict == "partial":
        return bool(hits) and (words < LONG)
    on_topic = search.known >= _ON_TOPIC * words
    if against:
        outweighed = against == 1 and len(hits) > 1
        return not outweighed and (on_topic or words < LONG)
    return not hits and (words < _MIDDLING or (on_topic and words < LONG))


def _explained(text: Text, hits: list[PointStanding]) -> bool:
    if len(hits) >= _SEVERAL:
        return True
    findings = [p.earned for p in hits if p.earned is not None]
    if not any(finding.sure for finding in findings):
        return False
    inside = _inside(text, [finding.span for finding in findings])
    heard = {by for at, within in enumerate(inside) if within for by in text.negators[at]}
    negations = (at for at, form in enumerate(text.forms) if form == "not" and not inside[at])
    if any(at not in heard for at in negations):
        return False
    return len(inside) < _SHORT or sum(inside) >= _LITTLE * len(inside)
