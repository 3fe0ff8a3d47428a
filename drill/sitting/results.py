"""What each item of a sitting came to."""

from collections.abc import Iterable

from drill.model.grade import Verdict
from drill.model.scorecard import Counts, ItemResult, Standing
from drill.sitting.state import ItemState, Sitting


def results(state: Sitting) -> tuple[ItemResult, ...]:
    return tuple(result(index, item) for index, item in enumerate(state.items))


def decided(items: Iterable[ItemResult]) -> tuple[ItemResult, ...]:
    """Return what a score of answers is counted on: exercises have points of their own."""
    return tuple(item for item in items if item.outcome != "open" and item.kind != "exercise")


def counts(items: Iterable[ItemResult]) -> Counts:
    """Count what was decided; `Counts` is what every front end shows of it."""
    done = decided(items)
    standings = [item.standing for item in done]
    return Counts(
        answered=sum(item.outcome == "graded" for item in done),
        cold=standings.count("cold"),
        warm=standings.count("warm"),
        helped=standings.count("helped"),
        partial=sum(item.verdict == "partial" for item in done),
        incorrect=sum(item.verdict == "incorrect" and item.outcome != "skipped" for item in done),
        skipped=sum(item.outcome == "skipped" for item in done),
    )


def result(index: int, item: ItemState) -> ItemResult:
    plan = item.plan
    return ItemResult(
        index=index,
        id=plan.id,
        kind=plan.kind,
        number=plan.number,
        topic=plan.topic,
        concepts=plan.concepts,
        twin_of=plan.twin_of,
        outcome=item.outcome,
        answer=item.draft if item.answer is None else item.answer,
        grade=item.grade,
        first_grade=item.first_grade,
        overruled=item.overruled,
        reason=item.reason,
        verdict=item.verdict,
        standing=standing(item, item.verdict),
        engine_standing=standing(item, item.engine_verdict),
        confidence=item.confidence,
        hints=item.hints,
        note=item.note,
        think=item.think,
        write=item.write,
        review=item.review,
        seconds=plan.seconds,
    )


def standing(item: ItemState, verdict: Verdict | None) -> Standing:
    """Tell how a right answer was reached."""
    if verdict != "correct":
        return "not"
    if item.hints:
        return "helped"
    first = item.tries == 1 and not item.reference_seen
    return "cold" if first and not item.late else "warm"
