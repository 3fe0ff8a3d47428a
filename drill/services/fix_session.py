"""An exercise that is open: its events, its texts, its clock. Writes first, changes then."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from drill.errors import UsageError
from drill.model import event as ev
from drill.model.history import CardRow
from drill.model.steps import STEP, Closed, Opened, StepEvent
from drill.services.pen import BEAT_EVERY, SAVE_EVERY, Pen
from drill.services.starts import OWN_START, SCRATCH_START
from drill.sitting.evolve import evolve
from drill.sitting.project import project
from drill.sitting.state import Sitting
from drill.sitting.text import clean, edit_between

BETWEEN = "\x1e"
"""Parts the three texts in the draft of an exercise: code, own tests, scratch."""
INTERRUPTED = "interrupted"
"""Kind of a recorded step that is no step event: the recovery drill spoke."""


def text_sha(text: str) -> str:
    """Return the hash by which a version of the code is known."""
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Texts:
    """What stands in the three editors."""

    source: str
    own: str = ""
    scratch: str = ""

    @classmethod
    def of_draft(cls, draft: str) -> "Texts":
        parts = [*draft.split(BETWEEN), "", ""]
        return cls(*parts[:3])

    @property
    def more(self) -> bool:
        """Whether tests or scratch hold more than they begin with."""
        return self.own not in {"", OWN_START} or self.scratch not in {"", SCRATCH_START}

    def draft(self) -> str:
        parts = (self.source, self.own, self.scratch)
        return BETWEEN.join(clean(part).replace(BETWEEN, "") for part in parts)


@dataclass
class Record:
    """What is read off the events of one exercise."""

    steps: list[StepEvent] = field(default_factory=list)
    raw: list[dict[str, Any]] = field(default_factory=list)
    """Recorded steps with all that was kept beside the fields of the event, one for each step."""
    texts: dict[str, str] = field(default_factory=dict)
    """Hash -> text of each version that was run."""
    seen_at: dict[str, float] = field(default_factory=dict)
    waited: float = 0.0
    """Seconds that runs waited for the machine: never held against anyone."""
    interrupted: dict[str, Any] | None = None
    scored: ev.ExerciseScored | None = None
    paused: bool = False
    """It was put away once, or stood: from then on it is worth coming back to."""

    @property
    def acted(self) -> bool:
        """Whether anything was done: a run, a thought, an edit that was tried, a hint."""
        return any(not isinstance(step, Opened | Closed) for step in self.steps)

    def take(self, body: ev.Body, t: float) -> None:
        match body:
            case ev.StepRecorded(step=step) if step.get("kind") == INTERRUPTED:
                self.interrupted = dict(step)
            case ev.StepRecorded(step=step):
                self.steps.append(STEP.validate_python(step))
                self.raw.append(dict(step))
                waited = step.get("waited")
                self.waited += waited if isinstance(waited, float) else 0.0
            case ev.CodeSaved():
                self.texts[body.sha] = body.text
                self.seen_at.setdefault(body.sha, t)
            case ev.ExerciseScored():
                self.scored = body
            case ev.Paused():
                self.paused = True
            case _:
                pass

    def with_(self, bodies: Iterable[ev.Body]) -> "Record":
        """Return the record as it will be once `bodies` are written."""
        then = Record(
            [*self.steps],
            [*self.raw],
            {**self.texts},
            {**self.seen_at},
            self.waited,
            self.interrupted,
            self.scored,
            self.paused,
        )
        for body in bodies:
            then.take(body, 0.0)
        return then


def record_of(events: Iterable[ev.Event]) -> Record:
    """Fold the events of an exercise sitting."""
    record = Record()
    for event in events:
        record.take(event.body, event.offset)
    return record


def instance_of(record: Record) -> int:
    """Return which disguise of the exercise was opened."""
    first = record.steps[0] if record.steps else None
    return first.instance if isinstance(first, Opened) else 0


def slug_of(events: Sequence[ev.Event]) -> str:
    """Return what exercise a sitting is about; `UsageError` when it is none of this history."""
    first = events[0].body if events else None
    if not isinstance(first, ev.SittingStarted) or first.mode != "exercise":
        raise UsageError("there is no such exercise in this history")
    return first.items[0].id


class Session:
    """One open exercise sitting."""

    def __init__(self, events: Sequence[ev.Event], base: float, pen: Pen) -> None:
        self._pen = pen
        self._base = base
        self._since = pen.clock.monotonic()
        self._saved = self._since
        self._state: Sitting | None = None
        self.record = Record()
        self._pending: Texts | None = None
        self._pending_since = 0.0
        for event in events:
            self._evolve(event)

    @classmethod
    def begin(cls, sitting: str, bodies: Sequence[ev.Body], pen: Pen) -> "Session":
        session = cls((), 0.0, pen)
        session.write(*bodies, sitting=sitting)
        return session

    @classmethod
    def reopen(cls, sitting: str, pen: Pen) -> "Session":
        """Take a left exercise over; its clock stands where the last sign of life left it."""
        pen.log.take(sitting)
        events = pen.log.events(sitting)
        base = max(events[-1].offset, pen.log.clock(sitting))
        return cls(events, base, pen)

    @property
    def state(self) -> Sitting:
        if self._state is None:
            raise ValueError("an exercise starts with its start")
        return self._state

    @property
    def now(self) -> float:
        run = self._pen.clock.monotonic() - self._since
        return max(self._base + run, 0.0 if self._state is None else self._state.offset)

    @property
    def utc(self) -> datetime:
        return self._pen.clock.utc()

    @property
    def t(self) -> float:
        """Seconds worked so far, without pauses and waits for our side: the time of step events."""
        state = self.state
        running = self.now - state.offset if state.phase == "answering" else 0.0
        worked = state.active + max(running, 0.0) - self.record.waited
        return max(worked, self.record.steps[-1].t if self.record.steps else 0.0)

    @property
    def texts(self) -> Texts:
        if self._pending is not None:
            return self._pending
        return Texts.of_draft(self.state.items[0].draft)

    def type(self, texts: Texts) -> None:
        """Take what stands in the editors: in memory at once, on disk by `save`."""
        if self._pending is None:
            self._pending_since = self._pen.clock.monotonic()
        self._pending = texts

    def write(
        self, *bodies: ev.Body, sitting: str | None = None, cards: Sequence[CardRow] = ()
    ) -> None:
        """Write the pending draft and `bodies` at one moment, then change."""
        now, state, events = self.now, self._state, list[ev.Event]()
        seq = -1 if state is None else state.seq
        name = sitting if state is None else state.id
        for body in (*self._draft(), *bodies):
            seq += 1
            events.append(self._pen.event(name or "", seq, now, body))
        if not events:
            return
        after = state
        for event in events:
            after = evolve(after, event)
        if after is None:
            raise ValueError("events make a state")
        made = project(state, after, tuple(events))
        row = made.sitting.model_copy(update={"touched": self._is_touched(after, bodies)})
        self._pen.log.append(
            events, made.model_copy(update={"sitting": row, "cards": tuple(cards)})
        )
        for event in events:
            self._evolve(event)
        self._pending = None
        self._saved = self._pen.clock.monotonic()

    def step(self, kind: str, **fields: Any) -> ev.StepRecorded:
        """Make the body of a step event at this moment."""
        step = {"kind": kind, "t": round(self.t, 3), **fields}
        return ev.StepRecorded(index=0, slug=self.state.items[0].plan.id, step=step)

    def save(self) -> None:
        """Write what is due: a draft that waited long enough, else a sign of life."""
        at = self._pen.clock.monotonic()
        if self._pending is not None and at - self._pending_since >= SAVE_EVERY:
            self.write()
        elif self.state.phase == "answering" and at - self._saved >= BEAT_EVERY:
            self._pen.log.beat(self.state.id, self.now)
            self._saved = at

    def _draft(self) -> tuple[ev.Body, ...]:
        if self._pending is None or self._state is None:
            return ()
        old, new = self._state.items[0].draft, self._pending.draft()
        if old == new:
            return ()
        edit = edit_between(old, new)
        return (ev.DraftChanged(index=0, at=edit.at, cut=edit.cut, put=edit.put),)

    def _is_touched(self, after: Sitting, bodies: Sequence[ev.Body]) -> bool:
        """Whether there is something to come back to, or to look back at once it is finished."""
        record = self.record.with_(bodies)
        if after.phase == "finished":
            return record.scored is not None
        given = next(iter(record.texts.values()), None)
        typed = Texts.of_draft(after.items[0].draft)
        changed = given is not None and typed.source not in {given, ""}
        return record.acted or record.paused or changed or typed.more

    def _evolve(self, event: ev.Event) -> None:
        self._state = evolve(self._state, event)
        self.record.take(event.body, self._state.active)
