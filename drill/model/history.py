"""Rows read off the log and kept beside it, so that no screen has to fold the whole history."""

from datetime import date, datetime

from drill.model.event import Frozen, ItemKind, Mode
from drill.model.grade import Verdict
from drill.model.scorecard import Counts, Outcome, Standing


class HistoryRow(Counts):
    """One sitting in the history."""

    sitting: str
    mode: Mode
    title: str
    started: datetime
    """UTC; front ends show local time."""
    last: datetime
    """UTC of the last event."""
    finished: bool
    of: int
    """Items planned."""
    score: float | None
    """Out of 50 (scaled); None before anything was answered."""
    scaled_from: int | None
    """How many items the score is scaled from; None when it is a plain count out of 50."""
    think: float
    write: float
    review: float
    """The three clocks, seconds."""
    touched: bool
    """Something was typed, noted, answered or skipped."""
    points: float | None = None
    """Mean points, out of 50, of the exercises closed in it; None when there was none."""
    fix: float | None = None
    """The same for the fix, out of 20."""
    steps: float | None = None
    """The same for the steps, out of 30."""

    @property
    def cut_short(self) -> bool:
        """Whether it finished before all of its items were asked."""
        return self.finished and self.mode != "exercise" and self.done < self.of

    @property
    def minutes(self) -> float:
        return (self.think + self.write + self.review) / 60


class OutcomeRow(Frozen):
    """One item that was decided: answered, skipped, or run out of time."""

    sitting: str
    index: int
    item: str
    kind: ItemKind
    number: int | None
    topic: str
    concepts: tuple[str, ...]
    twin_of: str | None
    outcome: Outcome
    verdict: Verdict | None
    """The mark that counts; None until it is graded."""
    engine_verdict: Verdict | None
    standing: Standing
    engine_standing: Standing
    confidence: int | None
    hints: int
    think: float
    write: float
    review: float
    seconds: float
    """The limit."""
    at: datetime
    """UTC when it was decided."""


class ExerciseRow(Frozen):
    """What an exercise came to."""

    sitting: str
    index: int
    slug: str
    fix: float
    steps: float
    points: float
    """Out of 50: fix and steps less what hints cost, not under 0."""
    parts: dict[str, float]
    solved: bool
    at: datetime


class CardRow(Frozen):
    """When an item is due again."""

    item: str
    due: datetime
    reviewed: datetime
    """UTC of the last review."""


class Projection(Frozen):
    """What one append changes beside the log."""

    sitting: HistoryRow
    decided: tuple[OutcomeRow, ...] = ()
    reopened: tuple[int, ...] = ()
    """Indices that are open again after an undo."""
    exercises: tuple[ExerciseRow, ...] = ()
    cards: tuple[CardRow, ...] = ()


class DayCount(Frozen):
    day: date
    """In UTC."""
    answers: int
    cold: int


class Totals(Frozen):
    answers: int
    """Items ever decided."""
    seconds: float
    """Time ever spent in sittings."""
