"""A sitting that is open here: its state, its clock, and the way its events reach the disk."""

from drill.model import event as ev
from drill.model.history import CardRow, OutcomeRow, Projection
from drill.scheduling.cards import due_after, review_of
from drill.services.pen import BEAT_EVERY, SAVE_EVERY, Pen
from drill.services.ports import Log
from drill.sitting.commands import Command, Draft, Start
from drill.sitting.decide import Dice, decide, start
from drill.sitting.evolve import evolve, replay
from drill.sitting.project import project
from drill.sitting.state import Sitting

REMEMBERED = 30
"""Reviews of an item that decide when it comes back."""
_REVIEWED = (ev.AnswerGraded, ev.ItemExpired, ev.ItemSkipped, ev.MarkOverruled)


class Running:
    """Decides, writes, then changes: a failed write leaves everything as it was."""

    def __init__(self, state: Sitting, base: float, pen: Pen) -> None:
        self.state = state
        self._pen = pen
        self._base = base
        """Offset at which this process took over."""
        self._since = pen.clock.monotonic()
        self._saved = self._since
        self._pending: str | None = None
        self._pending_since = 0.0

    @classmethod
    def begin(cls, command: Start, dice: Dice, sitting: str, pen: Pen) -> "Running":
        """Write the start of a new sitting."""
        bodies = start(command, dice)
        state: Sitting | None = None
        events: list[ev.Event] = []
        for seq, body in enumerate(bodies):
            event = pen.event(sitting, seq, 0.0, body)
            state = evolve(state, event)
            events.append(event)
        if state is None:
            raise ValueError("a start makes events")
        pen.log.append(events, project(None, state, tuple(events)))
        return cls(state, 0.0, pen)

    @classmethod
    def reopen(cls, sitting: str, pen: Pen) -> "Running":
        """Take a left sitting over; its clock stands where the last sign of life left it."""
        pen.log.take(sitting)
        state = replay(pen.log.events(sitting))
        base = max(state.offset, pen.log.clock(sitting))
        return cls(state, base, pen)

    @property
    def now(self) -> float:
        """Offset on the sitting's clock; never before its last event."""
        run = self._pen.clock.monotonic() - self._since
        return max(self._base + run, self.state.offset)

    @property
    def draft(self) -> str:
        return self.state.item.draft if self._pending is None else self._pending

    def type(self, text: str) -> None:
        """Take the text of the box; write at once what starts the answer clock."""
        if self.state.phase != "answering":
            return
        if self._pending is None:
            self._pending_since = self._pen.clock.monotonic()
        self._pending = text
        if not self.state.item.begun and text:
            self.do()

    def do(self, *commands: Command, drop_draft: bool = False) -> bool:
        """Carry out the pending draft and the commands at one moment; tell if anything came of it.

        `drop_draft`: the text in the box is inside the first command already.
        """
        at, now = self._pen.clock.monotonic(), self.now
        state, events = self.state, list[ev.Event]()
        typed = () if self._pending is None or drop_draft else (Draft(self._pending),)
        for command in (*typed, *commands):
            for body in decide(state, command, now):
                seq = state.seq + 1
                event = self._pen.event(state.id, seq, now, body)
                state = evolve(state, event)
                events.append(event)
        if events:
            self._pen.log.append(events, self._made(state, tuple(events)))
            self.state = state
            self._saved = at
        self._pending = None
        return bool(events)

    def save(self) -> None:
        """Write what is due: a draft that waited long enough, else a sign of life."""
        at = self._pen.clock.monotonic()
        if self._pending is not None and at - self._pending_since >= SAVE_EVERY:
            self.do()
        elif self.state.phase in {"answering", "reviewing"} and at - self._saved >= BEAT_EVERY:
            self._pen.log.beat(self.state.id, self.now)
            self._saved = at

    def _made(self, after: Sitting, events: tuple[ev.Event, ...]) -> Projection:
        made = project(self.state, after, events)
        touched = {e.body.index for e in events if isinstance(e.body, _REVIEWED)}
        rows = [row for row in made.decided if row.index in touched and row.verdict is not None]
        return made.model_copy(update={"cards": tuple(card_of(row, self._pen.log) for row in rows)})


def card_of(row: OutcomeRow, log: Log) -> CardRow:
    """Say when an item comes back, by its last outcomes and this one.

    A mark that is changed later counts on the day of the answer, not of the change.
    """
    known = list(reversed(log.recent(row.item, REMEMBERED)))
    place = (row.sitting, row.index)
    mine = next((old for old in known if (old.sitting, old.index) == place), None)
    if mine is None:
        rows = [*known, row]
    else:
        now = row.model_copy(update={"at": mine.at})
        rows = [now if old is mine else old for old in known]
    reviews = [review_of(each) for each in rows]
    return CardRow(item=row.item, due=due_after(reviews), reviewed=reviews[-1].at)
