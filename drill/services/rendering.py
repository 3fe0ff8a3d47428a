"""From a sitting's state to what a front end shows."""

from drill.model.question import LongItem, Question
from drill.model.topics import TOPICS
from drill.services.running import Running
from drill.services.views import Counts, Review, View
from drill.sitting.decide import undoable
from drill.sitting.results import result, results
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
        review=_review(state, item) if state.phase == "reviewing" else None,
        counts=counts(state),
        can_undo=undoable(state),
        paused_by=state.paused_by,
        minutes_left=None if (left := state.cap_left(now)) is None else left / 60,
    )


def counts(state: Sitting) -> Counts:
    done = [item for item in results(state) if item.outcome != "open"]
    standings = [item.standing for item in done]
    return Counts(
        cold=standings.count("cold"),
        warm=standings.count("warm"),
        helped=standings.count("helped"),
        partial=sum(item.verdict == "partial" for item in done),
        incorrect=sum(item.verdict == "incorrect" and item.outcome != "skipped" for item in done),
        skipped=sum(item.outcome == "skipped" for item in done),
    )


def _review(state: Sitting, item: Question | LongItem) -> Review:
    at = state.item
    made = result(state.index, at)
    return Review(
        result=made,
        answer=at.answer or "",
        grade=at.grade,
        verdict=made.verdict,
        standing=made.standing,
        took=at.used,
        by_expiry=at.by_expiry,
        asks_mark=at.grade is not None and not at.grade.sure and at.overruled is None,
        opinion=at.opinion,
        reference=item.reference,
        spoken=item.spoken if isinstance(item, Question) else "",
        reference_open=at.reference_open,
    )
