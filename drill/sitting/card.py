"""The scorecard: a fold over what the items came to."""

from collections.abc import Iterable
from statistics import fmean

from drill.model.scale import AIM_LINE, FULL, PASS_LINE, scaled
from drill.model.scorecard import (
    BAND_SHARE,
    CORE_OF,
    BandScore,
    ConceptScore,
    ItemResult,
    Scorecard,
    Standing,
)
from drill.model.topics import BANDS
from drill.sitting.advice import advice
from drill.sitting.results import counts, decided, results
from drill.sitting.state import Sitting

MOST_SHOWN = 5
"""Slowest items and weakest concepts on a card."""


def scorecard(state: Sitting) -> Scorecard:
    items = results(state)
    reached = decided(items)
    tally = counts(items)
    score, scaled_from = out_of_fifty(tally.cold, tally.done)
    core = [item for item in reached if item.number is not None and item.number <= CORE_OF]
    core_cold = counts(core).cold
    roots = _roots(reached)
    long_marks = [i.grade.score for i in reached if i.grade is not None and i.kind != "question"]
    plan = _plan_passed(reached)
    judged = bands((i.number, i.standing) for i in reached if i.number is not None)
    weak = [band for band in judged if band.holds is False]
    weakest_band = min(weak, key=lambda band: band.cold / band.of, default=None)
    concepts = weakest_concepts((i.concepts, i.standing) for i in reached)
    return Scorecard(
        **tally.model_dump(),
        sitting=state.id,
        mode=state.plan.mode,
        title=state.plan.title,
        finished=state.phase == "finished",
        ended=state.ended,
        of=len(items),
        not_reached=sum(item.outcome == "open" for item in items),
        engine_cold=sum(item.engine_standing == "cold" for item in reached),
        overruled=sum(_against_the_engine(item) for item in reached),
        score=score,
        scaled_from=scaled_from,
        passed=None if score is None else score >= PASS_LINE,
        aim=_aim(score, plan_passed=plan),
        plan_passed=plan,
        core_cold=core_cold,
        core_of=len(core),
        core_passed=core_cold >= PASS_LINE if len(core) == CORE_OF else None,
        bands=judged,
        weakest_band=None if weakest_band is None else weakest_band.name,
        can_answer=sum(roots.values()),
        can_answer_of=len(roots),
        think=sum(item.think for item in items),
        write=sum(item.write for item in items),
        review=sum(item.review for item in items),
        slowest=_slowest(reached),
        weakest=concepts[:MOST_SHOWN],
        mean_long=fmean(long_marks) if long_marks else None,
        advice=advice(reached, weakest_band, concepts),
        items=items,
    )


def out_of_fifty(cold: int, asked: int) -> tuple[float | None, int | None]:
    """Scale to 50; the second value says from how many, None for a plain count."""
    if asked == 0:
        return None, None
    if asked == FULL:
        return float(cold), None
    return scaled(cold, asked), asked


def bands(asked: Iterable[tuple[int, Standing]]) -> tuple[BandScore, ...]:
    """Judge each band by the questions of it that were asked, named by their numbers."""
    judged: list[BandScore] = []
    asked = tuple(asked)
    for band in BANDS:
        inside = [standing for number, standing in asked if band.first <= number <= band.last]
        cold = inside.count("cold")
        judged.append(
            BandScore(
                name=band.name,
                first=band.first,
                last=band.last,
                cold=cold,
                of=len(inside),
                holds=cold / len(inside) >= BAND_SHARE if inside else None,
                meaning=band.meaning,
            )
        )
    return tuple(judged)


def weakest_concepts(
    asked: Iterable[tuple[tuple[str, ...], Standing]],
) -> tuple[ConceptScore, ...]:
    """List the concepts that were not all cold, weakest first."""
    counts: dict[str, tuple[int, int]] = {}
    for concepts, standing in asked:
        for concept in concepts:
            cold, of = counts.get(concept, (0, 0))
            counts[concept] = (cold + (standing == "cold"), of + 1)
    weak = [(c / of, -of, name) for name, (c, of) in counts.items() if c < of]
    return tuple(
        ConceptScore(concept=name, cold=counts[name][0], of=counts[name][1])
        for _, _, name in sorted(weak)
    )


def _against_the_engine(item: ItemResult) -> bool:
    """Tell an overruled mark from one that the engine was not sure of and the person confirmed."""
    return item.grade is not None and item.overruled not in {None, item.grade.verdict}


def _roots(items: Iterable[ItemResult]) -> dict[str, bool]:
    """Whether each distinct question was answered cold; a twin counts with its elder."""
    roots: dict[str, bool] = {}
    for item in items:
        root = item.twin_of or item.id
        roots[root] = roots.get(root, False) or item.standing == "cold"
    return roots


def _plan_passed(items: Iterable[ItemResult]) -> bool | None:
    plans = [item.verdict == "correct" for item in items if item.kind == "long"]
    return any(plans) if plans else None


def _aim(score: float | None, *, plan_passed: bool | None) -> bool | None:
    if score is None:
        return None
    if score < AIM_LINE:
        return False
    return plan_passed


def _slowest(items: Iterable[ItemResult]) -> tuple[ItemResult, ...]:
    answered = [item for item in items if item.outcome == "graded"]
    answered.sort(key=lambda item: item.think + item.write, reverse=True)
    return tuple(answered[:MOST_SHOWN])
