"""Whether a verdict is sure, or a best guess that the person should mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from drill.grading.points import PointStanding, WrongStanding
    from drill.grading.text import Text
    from drill.model.grade import Verdict

_LITTLE = 0.3
"""Share of an answer's words below which the spans that earned explain too little of it."""
_SHORT = 6
"""Content words below which there is little left to explain."""


def _inside(text: Text, spans: list[tuple[int, int]]) -> list[bool]:
    return [any(low <= start and end <= high for low, high in spans) for start, end in text.spans]


def sure(
    text: Text, points: list[PointStanding], wrong: list[WrongStanding], verdict: Verdict
) -> bool:
    """Tell whether the layers agree and explain the answer."""
    hits = [p for p in points if p.credit >= 1.0]
    against = [p for p in points if p.against is not None]
    if verdict == "correct":
        return not wrong and not against and _explained(text, hits)
    if verdict == "partial":
        if hits and (wrong or against):
            return True
        return bool(hits) and len(text.forms) < _SHORT
    if wrong or against:
        return len(hits) < len(wrong) + len(against) + 1
    return False


def _explained(text: Text, hits: list[PointStanding]) -> bool:
    findings = [p.earned for p in hits if p.earned is not None]
    if not any(finding.sure for finding in findings):
        return False
    inside = _inside(text, [finding.span for finding in findings])
    if any(form == "not" and not within for form, within in zip(text.forms, inside, strict=True)):
        return False
    return len(inside) < _SHORT or sum(inside) >= _LITTLE * len(inside)
