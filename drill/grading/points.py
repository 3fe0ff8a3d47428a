"""Each key point of a rubric: hit, partly, missed or contradicted, and by which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading.findings import Finding
from drill.grading.rubric import PointPlan, WrongPlan, judge
from drill.model.grade import PointResult, Status

if TYPE_CHECKING:
    from drill.grading.hits import Hit
    from drill.grading.lexicon import Plan
    from drill.grading.search import Search


_QUOTED = 60
"""Characters of an answer that a reason quotes."""


@dataclass(frozen=True, slots=True)
class PointStanding:
    """A point with the best of what was found for it and against it."""

    plan: PointPlan
    earned: Finding | None
    """A hit or half a hit."""
    against: Finding | None

    @property
    def credit(self) -> float:
        if self.earned is None:
            return 0.0
        return 1.0 if self.earned.outcome == "hit" else 0.5

    def result(self) -> PointResult:
        status: Status
        found = self.against or self.earned
        if found is None:
            return PointResult(
                id=self.plan.id,
                status="missed",
                span=None,
                why=f"missing: {self.plan.says}",
                says=self.plan.says,
            )
        status = found.outcome
        return PointResult(
            id=self.plan.id, status=status, span=found.span, why=found.why, says=self.plan.says
        )


@dataclass(frozen=True, slots=True)
class WrongStanding:
    plan: WrongPlan
    span: tuple[int, int]
    sure: bool
    excused: bool = False
    """A point that makes it harmless is said, and not only by the claim's own words."""


def best(search: Search, plans: tuple[Plan, ...]) -> tuple[Hit | None, Hit | None]:
    """Return a place where one of the wordings was said, and one where it was plainly denied."""
    said: Hit | None = None
    denied: Hit | None = None
    for ready in plans:
        for hit in search.find(ready):
            if not hit.flips:
                if said is None or hit.cost < said.cost:
                    said = hit
                if hit.cost == 0:
                    break
            elif denied is None and search.plain_contradiction(hit):
                denied = hit
        if said is not None and said.cost == 0:
            break
    return said, denied


def _quoted(search: Search, span: tuple[int, int]) -> str:
    words = " ".join(search.text.original[span[0] : span[1]].split())
    return f"“{words if len(words) <= _QUOTED else words[: _QUOTED - 1] + '…'}”"


def stand(plan: PointPlan, search: Search) -> PointStanding:
    """Find what an answer earns of one point."""
    findings = [finding for check in plan.checks for finding in judge(check, search)]
    earned = _first(findings, "hit")
    against = _first(findings, "contradicted")
    said, denied = best(search, plan.wordings)
    if earned is None and said is not None:
        span = search.characters(said)
        earned = Finding("hit", span, f"{_quoted(search, span)} says it")
    if against is None:
        against = _denial(plan, search, denied, said_so=earned is not None)
    if earned is None:
        earned = _first(findings, "partly") or _half(plan, search)
    return PointStanding(plan, earned, against)


def _half(plan: PointPlan, search: Search) -> Finding | None:
    said, _ = best(search, plan.partly)
    if said is None:
        return None
    span = search.characters(said)
    return Finding("partly", span, f"{_quoted(search, span)} says part of it")


def _denial(
    plan: PointPlan, search: Search, denied: Hit | None, *, said_so: bool
) -> Finding | None:
    contrary, _ = best(search, plan.against)
    if contrary is not None:
        span = search.characters(contrary)
        return Finding("contradicted", span, f"{_quoted(search, span)} says the contrary")
    if said_so:
        return None
    if denied is not None:
        span = search.characters(denied)
        return Finding("contradicted", span, f"{_quoted(search, span)} denies it", sure=False)
    turned, _ = best(search, plan.turned)
    if turned is not None:
        span = search.characters(turned)
        return Finding(
            "contradicted", span, f"{_quoted(search, span)} points the other way", sure=False
        )
    return None


def _first(findings: list[Finding], outcome: str) -> Finding | None:
    return next((finding for finding in findings if finding.outcome == outcome), None)


def wrong_claims(
    plans: tuple[WrongPlan, ...], search: Search, points: list[PointStanding]
) -> list[WrongStanding]:
    """Return the misconceptions an answer states."""
    out = []
    for ready in plans:
        said, _ = best(search, ready.wordings)
        if said is not None:
            span = search.characters(said)
            out.append(
                WrongStanding(ready, span, said.cost == 0, _excused(ready, span, points, search))
            )
    return out


def _excused(
    ready: WrongPlan, span: tuple[int, int], points: list[PointStanding], search: Search
) -> bool:
    """Tell whether a point that excuses the claim is said by other words than the claim's."""

    def beyond(found: tuple[int, int]) -> bool:
        return found[1] <= span[0] or found[0] >= span[1]

    for point in points:
        if point.plan.id not in ready.claim.unless or point.earned is None or point.credit < 1.0:
            continue
        low, high = point.earned.span
        if beyond(point.earned.span) or (point.plan.checks and (low < span[0] or high > span[1])):
            return True
        hits = (hit for one in point.plan.wordings for hit in search.find(one) if not hit.flips)
        if any(beyond(search.characters(hit)) for hit in hits):
            return True
    return False
