"""What an event changes in the rows kept beside the log."""

from datetime import datetime

from drill.model.event import Event, ExerciseScored
from drill.model.history import ExerciseRow, HistoryRow, OutcomeRow, Projection
from drill.sitting.card import out_of_fifty
from drill.sitting.results import counts, result
from drill.sitting.state import ItemState, Sitting


def project(before: Sitting | None, after: Sitting, events: tuple[Event, ...]) -> Projection:
    """Compare the sitting before and after `events`, which are not empty."""
    at = events[-1].at
    old = before.items if before is not None else ()
    changed = [
        (index, item)
        for index, item in enumerate(after.items)
        if index >= len(old) or item is not old[index]
    ]
    return Projection(
        sitting=history_row(after, started=events[0].at, last=at),
        decided=tuple(
            outcome_row(after.id, index, item, at)
            for index, item in changed
            if item.outcome != "open"
        ),
        reopened=tuple(
            index
            for index, item in changed
            if item.outcome == "open" and index < len(old) and old[index].outcome != "open"
        ),
        exercises=tuple(
            _exercise_row(event, event.body)
            for event in events
            if isinstance(event.body, ExerciseScored)
        ),
    )


def history_row(state: Sitting, *, started: datetime, last: datetime) -> HistoryRow:
    """Sum the sitting up; `started` is kept by the store from the first time."""
    items = [result(index, item) for index, item in enumerate(state.items)]
    tally = counts(items)
    score, scaled_from = out_of_fifty(tally.cold, tally.done)
    return HistoryRow(
        **tally.model_dump(),
        sitting=state.id,
        mode=state.plan.mode,
        title=state.plan.title,
        started=started,
        last=last,
        finished=state.phase == "finished",
        of=len(items),
        score=score,
        scaled_from=scaled_from,
        think=sum(item.think for item in items),
        write=sum(item.write for item in items),
        review=sum(item.review for item in items),
        touched=bool(tally.done) or any(item.answer or item.note for item in items),
    )


def outcome_row(sitting: str, index: int, item: ItemState, at: datetime) -> OutcomeRow:
    made = result(index, item)
    return OutcomeRow(
        sitting=sitting,
        index=index,
        item=made.id,
        kind=made.kind,
        number=made.number,
        topic=made.topic,
        concepts=made.concepts,
        twin_of=made.twin_of,
        outcome=made.outcome,
        verdict=made.verdict,
        engine_verdict=item.engine_verdict,
        standing=made.standing,
        engine_standing=made.engine_standing,
        confidence=made.confidence,
        hints=made.hints,
        think=made.think,
        write=made.write,
        review=made.review,
        seconds=made.seconds,
        at=at,
    )


def _exercise_row(event: Event, body: ExerciseScored) -> ExerciseRow:
    return ExerciseRow(
        sitting=event.sitting,
        index=body.index,
        slug=body.slug,
        fix=body.fix,
        steps=body.steps,
        points=max(body.fix + body.steps - body.hints, 0.0),
        parts=body.parts,
        solved=body.solved,
        at=event.at,
    )
