"""Grade a short answer: points, vetoes, rule, and how sure all that is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from drill.grading.claims import read
from drill.grading.guards import Guard, guard
from drill.grading.hedges import guesses
from drill.grading.hits import Hit
from drill.grading.points import PointStanding, WrongStanding, stand, wrong_claims
from drill.grading.rubric import Rubric, WrongPlan, rubric_of
from drill.grading.rules import Standing
from drill.grading.search import Search
from drill.grading.sureness import sure
from drill.grading.twisted import twist
from drill.model.grade import Grade, PointResult, Verdict
from drill.model.question import WrongClaim

if TYPE_CHECKING:
    from drill.model.question import Question

CORRECT_FROM = 0.6
PARTIAL_FROM = 0.3
_BANDS: dict[Verdict, tuple[float, float]] = {
    "correct": (CORRECT_FROM, 1.0),
    "partial": (PARTIAL_FROM, CORRECT_FROM - 0.01),
    "incorrect": (0.0, PARTIAL_FROM - 0.01),
}
_TELLING = 6
"""Content words from which a half-right answer gets the softer reading as well."""
_ORDER: tuple[Verdict, ...] = ("incorrect", "partial", "correct")


def lowest(a: Verdict, b: Verdict) -> Verdict:
    return a if _ORDER.index(a) <= _ORDER.index(b) else b


def standing(rubric: Rubric, points: list[PointStanding]) -> Standing:
    """Return the measure that rules look at."""
    return Standing(
        {p.plan.id: p.credit for p in points},
        tuple(p.id for p in rubric.points if p.role == "core"),
        tuple(p.id for p in rubric.points if p.role == "extra"),
        {p.id: p.weight for p in rubric.points},
    )


def _by_rule(rubric: Rubric, measure: Standing) -> Verdict:
    if any(rule(measure) for rule in rubric.correct):
        return "correct"
    if any(rule(measure) for rule in rubric.partial):
        return "partial"
    support = [p.id for p in rubric.points if p.role == "support"]
    return "partial" if any(measure.credit[p] > 0 for p in support) else "incorrect"


def _cap(points: list[PointStanding], wrong: list[WrongStanding]) -> Verdict:
    """Return the best verdict that contradictions leave open."""
    cap: Verdict = "correct"
    for found in wrong:
        if not found.excused:
            cap = lowest(cap, found.plan.claim.cap)
    for point in points:
        if point.against is not None and (point.plan.role == "core" or point.against.sure):
            cap = lowest(cap, "partial")
    core = [p for p in points if p.plan.role == "core"]
    items = [p for p in points if p.plan.role != "support"]
    if any(p.against for p in core) and not any(p.credit for p in items if p.against is None):
        both = any(p.against and p.credit >= 1.0 for p in core)
        cap = lowest(cap, "partial" if both else "incorrect")
    return cap


def _credit(verdict: Verdict, share: float, capped: bool) -> float:
    low, high = _BANDS[verdict]
    if verdict == "incorrect" and capped:
        share *= 0.5
    return round(min(high, low + (high - low) * share), 4)


def _wrong_result(found: WrongStanding) -> PointResult:
    claim = found.plan.claim
    return PointResult(
        id=claim.id,
        status="contradicted",
        span=found.span,
        why=f"objection: {claim.says}",
        says=claim.says,
    )


def _refused(rubric: Rubric, found: Guard, answer: str) -> Grade:
    span = (0, len(answer)) if answer and found.name != "empty" else None
    points = [
        PointResult(id=p.id, status="missed", span=None, why=f"missing: {p.says}", says=p.says)
        for p in rubric.points
    ]
    if span is not None:
        points.insert(
            0,
            PointResult(
                id=found.name, status="contradicted", span=span, why=found.why, says=found.why
            ),
        )
    return Grade(verdict="incorrect", sure=True, credit=0.0, score=0.0, points=tuple(points))


def grade(answer: str, question: Question) -> Grade:
    """Give the marks of a short answer, with the evidence for each key point."""
    rubric = rubric_of(question)
    text = read(answer)
    refused = guard(text, rubric.prompt)
    if refused is not None:
        return _refused(rubric, refused, answer)
    search = Search(text, rubric.lexicon)
    seen = _look(rubric, search)
    if seen.open_to_more and (seen.verdict == "incorrect" or len(text.forms) >= _TELLING):
        soft = _look(rubric, Search(text, rubric.lexicon, soft=True))
        if seen.verdict == "incorrect" and soft.verdict != "incorrect":
            return replace(soft, ruled="partial").grade(sure=False)
    return seen.grade(sure=sure(search, seen.points, seen.wrong, seen.verdict))


@dataclass(frozen=True, slots=True)
class _Seen:
    """One reading of an answer."""

    points: list[PointStanding]
    wrong: list[WrongStanding]
    ruled: Verdict
    cap: Verdict
    share: float

    @property
    def verdict(self) -> Verdict:
        return lowest(self.ruled, self.cap)

    @property
    def open_to_more(self) -> bool:
        """Nothing speaks against the answer, and it may have said more than was found."""
        return (
            self.ruled != "correct" and not self.wrong and not any(p.against for p in self.points)
        )

    def grade(self, *, sure: bool) -> Grade:
        credit = _credit(self.verdict, self.share, capped=self.cap == "incorrect")
        results = (*(p.result() for p in self.points), *(_wrong_result(w) for w in self.wrong))
        return Grade(
            verdict=self.verdict,
            sure=sure,
            credit=credit,
            score=round(10 * credit, 3),
            points=results,
        )


def _turned_round(rubric: Rubric, search: Search) -> list[WrongStanding]:
    """Return the claim of an answer that repeats the reference with one word turned round."""
    found = twist(rubric.model, search.text)
    if found is None:
        return []
    says = f"a right answer has “{found.instead}” here"
    claim = WrongClaim(id="turned_round", says=says, wordings=("-",))
    span = search.characters(Hit(found.word, found.word + 1))
    return [WrongStanding(WrongPlan(claim, ()), span, found.plain)]


def _look(rubric: Rubric, search: Search) -> _Seen:
    points = [stand(point, search) for point in rubric.points]
    wrong = [*wrong_claims(rubric.wrong, search, points), *_turned_round(rubric, search)]
    measure = standing(rubric, points)
    cap = _cap(points, wrong)
    if guesses(search.text.folded):
        cap = lowest(cap, "partial")
    return _Seen(points, wrong, _by_rule(rubric, measure), cap, measure.share())
