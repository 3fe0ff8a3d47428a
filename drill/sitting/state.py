"""A sitting as it stands after some of its events."""

from dataclasses import dataclass, field
from typing import Literal

from drill.model.event import Ending, PlannedItem, SittingStarted
from drill.model.grade import Grade, Opinion, Verdict
from drill.model.scorecard import Outcome

Phase = Literal["answering", "reviewing", "paused", "finished"]
PausedBy = Literal["person", "quit", "lost"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemState:
    plan: PlannedItem
    outcome: Outcome = "open"
    draft: str = ""
    begun: bool = False
    """A letter was typed: the answer clock runs, no longer the think clock."""
    answer: str | None = None
    by_expiry: bool = False
    late: bool = False
    tries: int = 0
    """Submits and skips so far, those taken back included."""
    grade: Grade | None = None
    first_grade: Grade | None = None
    """The mark before a regrade."""
    opinion: Opinion | None = None
    """What a second judge said of the answer."""
    overruled: Verdict | None = None
    reason: str = ""
    confidence: int | None = None
    hints: int = 0
    note: str = ""
    reference_open: bool = False
    reference_seen: bool = False
    """The reference was shown before the try that counts."""
    think: float = 0.0
    write: float = 0.0
    review: float = 0.0

    @property
    def used(self) -> float:
        """Seconds of the limit that are gone, as of the last event."""
        return self.think + self.write

    @property
    def verdict(self) -> Verdict | None:
        """The mark that counts: the person's, else the engine's; nothing said is incorrect."""
        if self.overruled is not None:
            return self.overruled
        return self.engine_verdict

    @property
    def engine_verdict(self) -> Verdict | None:
        if self.outcome in {"expired", "skipped"}:
            return "incorrect"
        return None if self.grade is None else self.grade.verdict


@dataclass(frozen=True, slots=True)
class Undo:
    """What can be taken back, and the item as it was before."""

    what: str
    before: ItemState


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    id: str
    plan: SittingStarted
    items: tuple[ItemState, ...]
    index: int = -1
    """The item on screen; -1 before the first."""
    phase: Phase = "answering"
    resumes_to: Phase = "answering"
    """The phase a pause interrupted."""
    paused_by: PausedBy | None = None
    ended: Ending | None = None
    seq: int = 0
    """Of the last event."""
    offset: float = 0.0
    """Of the last event, seconds."""
    active: float = 0.0
    """Seconds with a clock running, pauses left out."""
    undo: tuple[Undo, ...] = field(default=())

    @property
    def item(self) -> ItemState:
        return self.items[self.index]

    def left(self, now: float) -> float:
        """Seconds on the clock of the item on screen at offset `now`."""
        running = max(now - self.offset, 0.0) if self.phase == "answering" else 0.0
        return max(self.item.plan.seconds - self.item.used - running, 0.0)

    def cap_left(self, now: float) -> float | None:
        """Seconds until no new item is shown; None without a cap."""
        if self.plan.cap_minutes is None:
            return None
        running = max(now - self.offset, 0.0) if self.phase in {"answering", "reviewing"} else 0.0
        return max(self.plan.cap_minutes * 60 - self.active - running, 0.0)
