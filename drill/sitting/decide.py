"""From commands to events. A command that does not fit the moment makes none."""

from typing import Protocol

from drill.errors import UsageError
from drill.model import event as ev
from drill.sitting import commands as do
from drill.sitting.state import Sitting
from drill.sitting.text import clean, edit_between

GRACE = 1.0
"""Seconds after the limit in which a submit still counts as in time: the key was on its way."""
NEAR_ZERO = 1e-6
"""Seconds left that count as none: sums of floats never meet the limit exactly."""

Bodies = tuple[ev.Body, ...]


class Dice(Protocol):
    """What shuffles; `random.Random` is one."""

    def sample(self, population: list[ev.PlannedItem], k: int) -> list[ev.PlannedItem]: ...


def start(command: do.Start, dice: Dice) -> Bodies:
    """Plan the sitting and show its first item."""
    items = chosen(command, dice)
    if not items:
        raise UsageError("nothing fits this choice; widen the band, the topic or the filter")
    drawn = command.shuffle or command.parts
    started = ev.SittingStarted(
        mode=command.mode,
        title=command.title,
        items=tuple(items),
        cap_minutes=command.cap_minutes,
        seed=command.seed if drawn else None,
    )
    return started, ev.ItemShown(index=0)


def chosen(command: do.Start, dice: Dice) -> list[ev.PlannedItem]:
    """Return what a start would ask, in order."""
    if command.parts:
        parts = [(list(part.pool), part.most) for part in command.parts]
        items = [i for pool, most in parts for i in dice.sample(pool, min(most, len(pool)))]
        return items[: command.most]
    pool = list(command.pool)
    most = len(pool) if command.most is None else min(command.most, len(pool))
    return dice.sample(pool, most) if command.shuffle else pool[:most]


def decide(state: Sitting, command: do.Command, now: float) -> Bodies:
    """Return what `command` makes happen at offset `now`."""
    match state.phase:
        case "answering":
            return _answering(state, command, now)
        case "reviewing":
            return _reviewing(state, command, now)
        case "paused":
            return _paused(state, command)
        case "finished":
            return _any_time(state, command)


def _any_time(state: Sitting, command: do.Command) -> Bodies:
    if isinstance(command, do.Mark):
        item = state.items[command.index]
        fits = item.answer is not None and (command.regraded == (item.grade is not None))
        if fits:
            return (
                ev.AnswerGraded(
                    index=command.index, grade=command.grade, regraded=command.regraded
                ),
            )
    if isinstance(command, do.Overrule) and command.index is not None:
        return _overrule(state, command.index, command)
    if isinstance(command, do.Opine):
        return _opine(state, command)
    return ()


def _opine(state: Sitting, command: do.Opine) -> Bodies:
    """Keep an opinion only where it is about the answer that counts."""
    item = state.items[command.index]
    if item.grade is None or item.answer != command.answer or item.opinion is not None:
        return ()
    return (ev.OpinionGiven(index=command.index, opinion=command.opinion),)


def _open(state: Sitting, command: do.Command) -> Bodies:
    """Commands that fit whether the item is being answered or reviewed."""
    match command:
        case do.Note(text):
            text = clean(text)
            return (
                (ev.NoteWritten(index=state.index, text=text),) if text != state.item.note else ()
            )
        case do.TakeBack():
            return _take_back(state)
        case do.Pause(by):
            return (ev.Paused(reason=by),)
        case do.End():
            return (ev.SittingFinished(reason="done" if _complete(state) else "ended"),)
        case _:
            return _any_time(state, command)


def _answering(state: Sitting, command: do.Command, now: float) -> Bodies:
    index, item = state.index, state.item
    made: Bodies = ()
    match command:
        case do.Draft(text):
            made = _draft(state, clean(text))
        case do.Submit(text) if text.strip():
            late = now - state.offset + item.used > item.plan.seconds + GRACE
            made = (ev.AnswerSubmitted(index=index, text=clean(text), late=late),)
        case do.Expire() if state.left(now) <= NEAR_ZERO:
            made = (_expired(state),)
        case do.Confidence(level) if 1 <= level <= 4 and level != item.confidence:  # noqa: PLR2004
            made = (ev.ConfidenceGiven(index=index, level=level),)
        case do.Hint() if item.hints < item.plan.hints:
            made = (ev.HintOpened(index=index, level=item.hints + 1),)
        case do.Skip():
            made = (ev.ItemSkipped(index=index),)
        case _:
            made = _open(state, command)
    return made


def _expired(state: Sitting) -> ev.Body:
    """Submit the draft; an empty box submits nothing."""
    draft = state.item.draft
    if draft.strip():
        return ev.AnswerSubmitted(index=state.index, text=draft, cause="expiry")
    return ev.ItemExpired(index=state.index)


def _draft(state: Sitting, text: str) -> Bodies:
    old = state.item.draft
    if text == old:
        return ()
    edit = edit_between(old, text)
    return (ev.DraftChanged(index=state.index, at=edit.at, cut=edit.cut, put=edit.put),)


def _reviewing(state: Sitting, command: do.Command, now: float) -> Bodies:
    match command:
        case do.ShowReference() if not state.item.reference_open:
            return (ev.ReferenceShown(index=state.index),)
        case do.Overrule(index=None):
            return _overrule(state, state.index, command)
        case do.Next():
            return _next(state, now)
        case _:
            return _open(state, command)


def _overrule(state: Sitting, index: int, command: do.Overrule) -> Bodies:
    item, verdict, reason = state.items[index], command.verdict, clean(command.reason).strip()
    if item.grade is None or (item.overruled == verdict and item.reason == reason):
        return ()
    if item.grade.sure and item.overruled is None and verdict == item.grade.verdict:
        raise UsageError(f"{verdict} is the mark already: choose another one, or leave it")
    if item.grade.sure and not reason:
        raise UsageError("say in a few words why the mark is wrong; both marks are kept")
    return (ev.MarkOverruled(index=index, verdict=verdict, reason=reason),)


def _next(state: Sitting, now: float) -> Bodies:
    if state.index + 1 >= len(state.items):
        return (ev.SittingFinished(reason="done"),)
    if state.cap_left(now) == 0:
        return (ev.SittingFinished(reason="cap"),)
    return (ev.ItemShown(index=state.index + 1),)


def _take_back(state: Sitting) -> Bodies:
    what = undoable(state)
    return () if what is None else (ev.Undone(index=state.index, what=what),)


def undoable(state: Sitting) -> str | None:
    """Name what could be taken back now; a submit or skip only while its clock has time left."""
    if not state.undo or state.phase not in {"answering", "reviewing"}:
        return None
    what = state.undo[-1].what
    if what in {"submit", "skip"} and state.item.used >= state.item.plan.seconds - NEAR_ZERO:
        return None
    return what


def _paused(state: Sitting, command: do.Command) -> Bodies:
    match command:
        case do.Unpause():
            return (ev.Unpaused(),)
        case do.Pause(by="quit") if state.paused_by == "person":
            return (ev.Paused(reason="quit"),)
        case do.End():
            return (ev.SittingFinished(reason="done" if _complete(state) else "ended"),)
        case _:
            return _any_time(state, command)


def _complete(state: Sitting) -> bool:
    return all(item.outcome != "open" for item in state.items)
