"""Mark a long answer: half for what it says, half for how it goes about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading.claims import content_stems, read
from drill.grading.guards import empty, salad
from drill.grading.lexicon import Lexicon, Plan
from drill.grading.points import PointStanding, best, stand
from drill.grading.rubric import PointPlan, check_wordings, compile_check, plans
from drill.grading.search import Search
from drill.model.grade import LONG_PASS, Grade, PointResult, Verdict

if TYPE_CHECKING:
    from drill.grading.text import Text
    from drill.model.question import BadMethod, Criterion, LongItem

HALF = 5.0
"""Marks of each half."""
_DOUBT = 0.7
"""Marks this near the pass are not sure."""
_PARTIAL_FROM = 3.0
_STRONG = 7.5
_SLIP = 2.5
_BEYOND = 1.5
_FURTHER = 0.6
"""Share of the mark that each wrong claim after the first takes at least."""
_NEW = 5
"""One word in so many has to be the answer's own, not the prompt's or a hint's."""


@dataclass(frozen=True, slots=True)
class LongRubric:
    item: LongItem
    lexicon: Lexicon
    content: tuple[PointPlan, ...]
    method: tuple[PointPlan, ...]
    wrong: tuple[tuple[BadMethod, tuple[Plan, ...]], ...]
    asked: frozenset[str]
    """Stems of the prompt and of the hints."""


def long_wordings(item: LongItem) -> list[str]:
    """Every wording a long item names."""
    out: list[str] = []
    for criterion in (*item.content, *item.method):
        out += [*criterion.wordings, *criterion.partly]
        for check in criterion.checks:
            out += check_wordings(check)
    for claim in item.wrong:
        out += claim.wordings
    return out


def _criterion(criterion: Criterion) -> PointPlan:
    return PointPlan(
        criterion.id,
        criterion.says,
        "core",
        criterion.weight,
        plans(criterion.wordings, "near"),
        plans(criterion.partly, "near"),
        (),
        (),
        tuple(compile_check(check) for check in criterion.checks),
    )


def compile_long(item: LongItem) -> LongRubric:
    """Compile it; raises WordingError or NotAFormulaError on what cannot be read."""
    return LongRubric(
        item,
        Lexicon(item.lexicon, long_wordings(item)),
        tuple(_criterion(c) for c in item.content),
        tuple(_criterion(c) for c in item.method),
        tuple((claim, plans(claim.wordings, "clause")) for claim in item.wrong),
        frozenset(content_stems(" ".join((item.prompt, *item.hints)))),
    )


_COMPILED: dict[int, tuple[LongItem, LongRubric]] = {}
_KEPT = 64


def _rubric(item: LongItem) -> LongRubric:
    known = _COMPILED.get(id(item))
    if known is not None and known[0] is item:
        return known[1]
    compiled = compile_long(item)
    if len(_COMPILED) >= _KEPT:
        _COMPILED.clear()
    _COMPILED[id(item)] = (item, compiled)
    return compiled


def _share(points: list[PointStanding]) -> float:
    total = sum(p.plan.weight for p in points)
    return sum(p.plan.weight * p.credit for p in points) / total if total else 0.0


def _half(points: list[PointStanding], full: float) -> float:
    """Mark a half: one part rises to `full`, the other rewards what is said beyond it."""
    share = _share(points)
    return HALF * (0.5 * min(1.0, share / full) + 0.5 * float(share**_BEYOND))


def _after_wrong(mark: float, claims: list[BadMethod]) -> float:
    """Cap a mark by its worst wrong claim; each claim that costs takes its share of what is left.

    A claim without `costs` only caps. One wrong sentence in an otherwise strong answer costs no
    more than a slip; a method that is wrong throughout leaves next to nothing.
    """
    least = mark - _SLIP if len(claims) == 1 and mark >= _STRONG else 0.0
    costly = 0
    for claim in claims:
        mark = min(mark, claim.cap)
        if claim.costs:
            mark *= 1.0 - max(claim.costs / 10, _FURTHER if costly else 0.0)
            costly += 1
    return max(mark, least)


def _only_asked(text: Text, asked: frozenset[str]) -> bool:
    """Tell whether nearly every word is one of the prompt's or of the hints'."""
    words = [stem for stem in text.stems if stem not in {"not", "#"}]
    return sum(stem not in asked for stem in words) * _NEW <= len(words)


def _verdict(mark: float) -> Verdict:
    if mark >= LONG_PASS:
        return "correct"
    return "partial" if mark >= _PARTIAL_FROM else "incorrect"


def grade_long(answer: str, item: LongItem) -> Grade:
    """Return a mark from 0 to 10, with the sentence that earned or cost each part of it."""
    rubric = _rubric(item)
    text = read(answer)
    refused = empty(text) or salad(text) or _only_asked(text, rubric.asked)
    search = Search(text, rubric.lexicon)
    content = [stand(point, search) for point in rubric.content]
    method = [stand(point, search) for point in rubric.method]
    results = [_in_sentence(search, p) for p in (*content, *method)]
    mark = _half(content, item.content_full) + _half(method, item.method_full)
    stated: list[BadMethod] = []
    for claim, ready in rubric.wrong:
        said, _ = best(search, ready)
        if said is not None:
            stated.append(claim)
            results.append(_wrong_result(claim, search.characters(said)))
    mark = _after_wrong(mark, stated)
    if refused:
        mark = 0.0
    mark = round(min(10.0, max(0.0, mark)), 2)
    return Grade(
        verdict=_verdict(mark),
        sure=abs(mark - LONG_PASS) > _DOUBT and not (stated and mark > _PARTIAL_FROM),
        credit=round(mark / 10, 4),
        score=mark,
        points=tuple(results),
    )


def _wrong_result(claim: BadMethod, span: tuple[int, int]) -> PointResult:
    why = f"objection: {claim.says}"
    return PointResult(id=claim.id, status="contradicted", span=span, why=why, says=claim.says)


def _in_sentence(search: Search, point: PointStanding) -> PointResult:
    """Return the result with its span widened to the sentence that earned it."""
    result = point.result()
    if result.span is None or result.status == "contradicted":
        return result
    text = search.text
    start, end = result.span
    inside = [i for i, (s, e) in enumerate(text.spans) if s < end and e > start]
    if not inside:
        return result
    sentence = {text.sentence[i] for i in inside[:1]}
    words = [i for i, s in enumerate(text.sentence) if s in sentence]
    return result.model_copy(
        update={"span": (min(start, text.spans[words[0]][0]), max(end, text.spans[words[-1]][1]))}
    )
