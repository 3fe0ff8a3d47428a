"""From a sitting's state to what a front end shows."""

from drill.model.question import LongItem, Question
from drill.model.topics import TOPICS
from drill.services.running import Running
from drill.services.views import Answered, Review, View
from drill.sitting.decide import undoable
from drill.sitting.results import counts, result, results
from drill.sitting.state import Sitting


def view(running: Running, item: Question | LongItem) -> View:
    state, now = running.state, running.now
    at = state.item
    return View(
        sitting=state.id,
        mode=state.plan.mode,
        title=state.plan.title,
        phase=state.phase,
        index=state.index,
        position=state.index + 1,
        of=len(state.items),
        item=at.plan.id,
        kind=at.plan.kind,
        number=at.plan.number,
        topic=at.plan.topic,
        topic_name=TOPICS.get(at.plan.topic, ""),
        prompt="" if state.phase == "paused" else item.prompt,
        left=state.left(now),
        total=at.plan.seconds,
        draft=running.draft,
        hints=item.hints[: at.hints],
        hints_left=at.plan.hints - at.hints,
        confidence=at.confidence,
        note=at.note,
        review=review_of(state, state.index, item) if state.phase == "reviewing" else None,
        counts=counts(results(state)),
        can_undo=undoable(state),
        paused_by=state.paused_by,
        minutes_left=None if (left := state.cap_left(now)) is None else left / 60,
    )


def answered(state: Sitting, index: int, item: Question | LongItem | None) -> Answered:
    """Show one answer of a sitting again; `item` is None where the bank holds it no more."""
    return Answered(
        sitting=state.id,
        title=state.plan.title,
        index=index,
        of=len(state.items),
        prompt="(no longer in the question bank)" if item is None else item.prompt,
        review=review_of(state, index, item),
    )


def review_of(state: Sitting, index: int, item: Question | LongItem | None) -> Review:
    at = state.items[index]
    made = result(index, at)
    return Review(
        result=made,
        answer=made.answer if at.answer is None else at.answer,
        grade=at.grade,
        verdict=made.verdict,
        standing=made.standing,
        took=at.used,
        by_expiry=at.by_expiry,
        asks_mark=at.grade is not None and not at.grade.sure and at.overruled is None,
        opinion=at.opinion,
        reference="" if item is None else item.reference,
        spoken=item.spoken if isinstance(item, Question) else "",
        reference_open=at.reference_open,
    )
