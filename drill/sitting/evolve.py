"""From events to state: the only way a sitting changes."""

from collections.abc import Iterable
from dataclasses import replace

from drill.model import event as ev
from drill.sitting.state import ItemState, Phase, Sitting, Undo
from drill.sitting.text import Edit, apply

Decided = ev.AnswerSubmitted | ev.ItemSkipped | ev.ItemExpired
InItem = (
    Decided
    | ev.DraftChanged
    | ev.HintOpened
    | ev.ConfidenceGiven
    | ev.NoteWritten
    | ev.OpinionGiven
    | ev.ReferenceShown
    | ev.MarkOverruled
    | ev.AnswerGraded
)


def replay(events: Iterable[ev.Event]) -> Sitting:
    """Fold all events of one sitting; the first must be its start."""
    state: Sitting | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a sitting has at least its start")
    return state


def evolve(state: Sitting | None, event: ev.Event) -> Sitting:
    """Return the sitting after `event`; `state` is None before the first one."""
    if state is None:
        if not isinstance(event.body, ev.SittingStarted):
            raise ValueError(f"a sitting starts with its start, not with {event.body.kind}")
        items = tuple(ItemState(plan=item) for item in event.body.items)
        return Sitting(
            id=event.sitting, plan=event.body, items=items, seq=event.seq, offset=event.offset
        )
    settled = _run_clocks(state, event.offset)
    return replace(_apply(settled, event.body), seq=event.seq)


def _run_clocks(state: Sitting, offset: float) -> Sitting:
    """Credit the time since the last event to the clock that was running."""
    gone = max(offset - state.offset, 0.0)
    offset = max(offset, state.offset)
    if state.index < 0 or state.phase in {"paused", "finished"}:
        return replace(state, offset=offset)
    item = state.item
    if state.phase == "reviewing":
        item = replace(item, review=item.review + gone)
    elif item.begun:
        item = replace(item, write=item.write + gone)
    else:
        item = replace(item, think=item.think + gone)
    return replace(_with(state, state.index, item), offset=offset, active=state.active + gone)


def _with(state: Sitting, index: int, item: ItemState) -> Sitting:
    return replace(state, items=(*state.items[:index], item, *state.items[index + 1 :]))


def _apply(state: Sitting, body: ev.Body) -> Sitting:
    new: Sitting = state
    match body:
        case ev.SittingStarted():
            raise ValueError("a sitting starts once")
        case ev.ItemShown():
            new = replace(state, index=body.index, phase="answering", undo=())
        case ev.Paused():
            new = replace(state, phase="paused", resumes_to=_under(state), paused_by=body.reason)
        case ev.Unpaused():
            new = replace(state, phase=state.resumes_to, paused_by=None)
        case ev.SittingFinished():
            new = replace(state, phase="finished", ended=body.reason, paused_by=None, undo=())
        case ev.Undone():
            new = _undone(state, body)
        case ev.StepRecorded() | ev.CodeSaved() | ev.ExerciseScored():
            new = state
        case _:
            new = _in_item(state, body)
    return new


def _under(state: Sitting) -> Phase:
    return state.resumes_to if state.phase == "paused" else state.phase


def _in_item(state: Sitting, body: InItem) -> Sitting:
    old = state.items[body.index]
    if isinstance(body, Decided):
        return _decided(state, old, body)
    what = None
    match body:
        case ev.DraftChanged():
            draft = apply(old.draft, Edit(body.at, body.cut, body.put))
            item = replace(old, draft=draft, begun=True)
        case ev.HintOpened():
            item = replace(old, hints=max(old.hints, body.level))
        case ev.ReferenceShown():
            item = replace(old, reference_open=True)
        case ev.AnswerGraded() | ev.OpinionGiven():
            item = _judged(old, body)
        case ev.ConfidenceGiven():
            what, item = "confidence", replace(old, confidence=body.level)
        case ev.NoteWritten():
            what, item = "note", replace(old, note=body.text)
        case ev.MarkOverruled():
            what = "overrule"
            item = replace(old, overruled=body.verdict, reason=body.reason)
    undo = state.undo
    if what is not None and body.index == state.index:
        undo = (*undo, Undo(what, old))
    return replace(_with(state, body.index, item), undo=undo)


def _judged(old: ItemState, body: ev.AnswerGraded | ev.OpinionGiven) -> ItemState:
    if isinstance(body, ev.OpinionGiven):
        return replace(old, opinion=body.opinion)
    first = old.first_grade or old.grade if body.regraded else None
    opinion = old.opinion if body.regraded else None
    return replace(old, grade=body.grade, first_grade=first, opinion=opinion)


def _decided(state: Sitting, old: ItemState, body: Decided) -> Sitting:
    new = replace(old, tries=old.tries + 1)
    undo: tuple[Undo, ...] = ()
    match body:
        case ev.AnswerSubmitted():
            new = replace(
                new,
                outcome="graded",
                answer=body.text,
                draft=body.text,
                by_expiry=body.cause == "expiry",
                late=body.late,
            )
            undo = (Undo("submit", old),) if body.cause == "person" else ()
        case ev.ItemSkipped():
            new = replace(new, outcome="skipped")
            undo = (Undo("skip", old),)
        case ev.ItemExpired():
            new = replace(new, outcome="expired")
    return replace(_with(state, body.index, new), phase="reviewing", undo=undo)


def _undone(state: Sitting, body: ev.Undone) -> Sitting:
    if not state.undo:
        return state
    last, now = state.undo[-1], state.items[body.index]
    state = replace(state, undo=state.undo[:-1])
    if last.what not in {"submit", "skip"}:
        match last.what:
            case "confidence":
                item = replace(now, confidence=last.before.confidence)
            case "note":
                item = replace(now, note=last.before.note)
            case _:
                item = replace(now, overruled=last.before.overruled, reason=last.before.reason)
        return _with(state, body.index, item)
    item = replace(
        last.before,
        draft=now.draft,
        tries=now.tries,
        note=now.note,
        think=now.think,
        write=now.write,
        review=now.review,
        reference_seen=True,
    )
    return replace(_with(state, body.index, item), phase="answering")
