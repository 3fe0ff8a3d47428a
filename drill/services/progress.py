"""Progress: the home summary, the history and the trends, read off the projections."""

from dataclasses import dataclass
from datetime import date, datetime

from drill.model.event import Mode
from drill.model.scorecard import BandScore, ConceptScore


@dataclass(frozen=True, kw_only=True)
class Due:
    """What the schedule asks for today."""

    questions: tuple[str, ...]
    """Ids, most urgent first; spoken and long items among them."""
    exercises: tuple[str, ...]
    minutes: float
    """About how long all of it takes."""


@dataclass(frozen=True, kw_only=True)
class Debugging:
    """The last solved or left exercises."""

    mean: float | None
    """Out of 50; None before the first exercise."""
    exercises: int
    weakest_part: str | None
    """Such as `verify`."""
    weakest_points: float | None
    weakest_of: int | None


@dataclass(frozen=True, kw_only=True)
class Home:
    cold: int
    """Questions of the 50 whose last answer was cold."""
    asked: int
    """Questions of the 50 answered at least once."""
    of: int
    bands: tuple[BandScore, ...]
    debugging: Debugging
    due: Due
    interview_in: int | None
    """Days until the interview date of the config; None without one; negative when past."""
    resumable: int
    """How many sittings can be resumed."""
    last: "HistoryRow | None"


@dataclass(frozen=True, kw_only=True)
class HistoryRow:
    """One sitting in the history."""

    sitting: str
    mode: Mode
    title: str
    started: datetime
    """UTC; front ends show local time."""
    finished: bool
    of: int
    answered: int
    cold: int
    warm: int
    helped: int
    partial: int
    incorrect: int
    skipped: int
    score: float | None
    """Out of 50 (scaled); None before anything was answered."""
    minutes: float
    """Think, answer and review time together."""


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """How sure, how right: one row for each confidence given."""

    level: int
    """1-4."""
    answers: int
    right: int


@dataclass(frozen=True, kw_only=True)
class Day:
    day: date
    """In UTC."""
    answers: int
    cold: int


@dataclass(frozen=True, kw_only=True)
class Slow:
    item: str
    mean: float
    """Mean seconds of thinking and answering over the last answers."""
    limit: float


@dataclass(frozen=True, kw_only=True)
class Trends:
    """For `drill stats` and the history screen. All of it over the last sittings and days."""

    home: Home
    sittings: tuple[HistoryRow, ...]
    """Finished ones, oldest first, at most 60: the line that is drawn."""
    weakest: tuple[ConceptScore, ...]
    """At most ten concepts, weakest first."""
    calibration: tuple[Calibration, ...]
    """Levels 1-4 in order, over the last 500 answers that had one."""
    slowest: tuple[Slow, ...]
    days: tuple[Day, ...]
    """Days with answers in the last year, oldest first."""
    answers: int
    """Answers ever given."""
    minutes: float
    """Time ever spent in sittings."""


class Progress:
    """Everything here costs the same however long the log is."""

    def home(self) -> Home:
        raise NotImplementedError

    def history(self, limit: int = 50, before: str | None = None) -> tuple[HistoryRow, ...]:
        """Sittings, newest first; `before` is the id of the last row of the page above."""
        raise NotImplementedError

    def trends(self) -> Trends:
        raise NotImplementedError
