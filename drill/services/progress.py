"""Progress: the home summary, the history and the trends, read off the projections."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from statistics import fmean

from drill.model.history import DayCount, ExerciseRow, HistoryRow, OutcomeRow
from drill.model.scale import FULL, tenth
from drill.model.scorecard import BandScore, ConceptScore, Standing
from drill.scheduling.cards import due_items
from drill.services.ports import Clock, Summaries
from drill.sitting.card import bands, weakest_concepts

ALL_ITEMS = (
    *(f"q{number:02}" for number in range(1, FULL + 1)),
    *(f"S-{letter}" for letter in "ABCDEFGH"),
    *(f"L{number}" for number in range(1, 6)),
)
"""Ids of the sheet; known without loading the bank."""
PARTS = {
    "reproduce": 4,
    "hypothesis": 7,
    "isolate": 5,
    "discipline": 5,
    "smallest_fix": 3,
    "verify": 6,
}
"""Parts of the steps and their points."""
EXERCISES = 10
"""Exercises in the mean."""
LINE = 60
"""Sittings in the line that is drawn."""
DAYS = 366
CALIBRATED = 500
WEAKEST = 10
SLOW_OVER = 5
"""Answers of an item in its mean time."""
REVIEW_SECONDS = 10.0
"""About how long a verdict is read."""
EXERCISE_MINUTES = 10.0
"""About how long an exercise takes."""


@dataclass(frozen=True, kw_only=True)
class Due:
    """What the schedule asks for today."""

    questions: tuple[str, ...]
    """Ids, most urgent first; spoken and long items among them."""
    exercises: tuple[str, ...]
    minutes: float
    """About how long all of it takes."""
    new: int
    """Questions of the 50 that were never asked."""


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
    last: HistoryRow | None


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """How sure, how right: one row for each confidence given."""

    level: int
    """1-4."""
    answers: int
    right: int


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
    """Finished ones with answers, oldest first, at most 60: the line that is drawn."""
    weakest: tuple[ConceptScore, ...]
    """At most ten concepts, weakest first."""
    calibration: tuple[Calibration, ...]
    """Levels 1-4 in order, over the last 500 answers that had one."""
    slowest: tuple[Slow, ...]
    days: tuple[DayCount, ...]
    """The last 366 days with answers, oldest first."""
    answers: int
    """Answers ever given."""
    minutes: float
    """Time ever spent in sittings."""
    exercises: tuple[ExerciseRow, ...] = ()
    """The last 60 exercises, oldest first: the line beside it."""


class Progress:
    """Everything here costs the same however long the log is."""

    def __init__(
        self, *, log: Summaries, clock: Clock, interview: Callable[[], date | None]
    ) -> None:
        self._log = log
        self._clock = clock
        self._interview = interview

    def home(self) -> Home:
        return self._home(self._log.latest(ALL_ITEMS))

    def history(self, limit: int = 50, before: str | None = None) -> tuple[HistoryRow, ...]:
        """Sittings, newest first; `before` is the id of the last row of the page above."""
        return self._log.history(limit, before)

    def trends(self) -> Trends:
        latest = self._log.latest(ALL_ITEMS)
        totals = self._log.totals()
        return Trends(
            home=self._home(latest),
            sittings=tuple(reversed(self._log.history(LINE, finished=True))),
            weakest=weakest_concepts((row.concepts, row.standing) for row in latest)[:WEAKEST],
            calibration=self._calibration(),
            slowest=self._slowest(latest),
            days=self._log.days(DAYS),
            answers=totals.answers,
            minutes=totals.seconds / 60,
            exercises=tuple(reversed(self._log.exercises(LINE))),
        )

    def _home(self, latest: tuple[OutcomeRow, ...]) -> Home:
        short = {row.number: row.standing for row in latest if row.number is not None}
        asked: list[tuple[int, Standing]] = [(n, short.get(n, "not")) for n in range(1, FULL + 1)]
        last = self._log.history(1)
        interview = self._interview()
        return Home(
            cold=sum(standing == "cold" for standing in short.values()),
            asked=len(short),
            of=FULL,
            bands=tuple(
                band
                if any(band.first <= n <= band.last for n in short)
                else band.model_copy(update={"holds": None})
                for band in bands(asked)
            ),
            debugging=self._debugging(),
            due=self._due(latest, interview),
            interview_in=None if interview is None else (interview - self._clock.utc().date()).days,
            resumable=len(self._log.left()),
            last=last[0] if last else None,
        )

    def _due(self, latest: tuple[OutcomeRow, ...], interview: date | None) -> Due:
        items = due_items(self._log.cards(), self._clock.utc(), interview)
        limits = {row.item: row.seconds for row in latest}
        questions = tuple(item for item in items if item in limits)
        exercises = tuple(item for item in items if item not in limits)
        seconds = sum(limits[item] + REVIEW_SECONDS for item in questions)
        return Due(
            questions=questions,
            exercises=exercises,
            minutes=seconds / 60 + EXERCISE_MINUTES * len(exercises),
            new=FULL - sum(row.number is not None for row in latest),
        )

    def _debugging(self) -> Debugging:
        last = self._log.exercises(EXERCISES)
        means: dict[str, float] = {
            part: fmean(row.parts[part] for row in last if part in row.parts)
            for part in PARTS
            if any(part in row.parts for row in last)
        }
        weak = [part for part in means if tenth(means[part]) != tenth(PARTS[part])]
        weakest = min(weak, key=lambda part: means[part] / PARTS[part], default=None)
        return Debugging(
            mean=fmean(row.points for row in last) if last else None,
            exercises=len(last),
            weakest_part=weakest,
            weakest_points=None if weakest is None else means[weakest],
            weakest_of=None if weakest is None else PARTS[weakest],
        )

    def _calibration(self) -> tuple[Calibration, ...]:
        rows = self._log.with_confidence(CALIBRATED)
        return tuple(
            Calibration(
                level=level,
                answers=sum(given == level for given, _ in rows),
                right=sum(given == level and verdict == "correct" for given, verdict in rows),
            )
            for level in range(1, 5)
        )

    def _slowest(self, latest: tuple[OutcomeRow, ...]) -> tuple[Slow, ...]:
        slow: list[Slow] = []
        for row in latest:
            last = [old.think + old.write for old in self._log.recent(row.item, SLOW_OVER)]
            slow.append(Slow(item=row.item, mean=fmean(last), limit=row.seconds))
        slow.sort(key=lambda one: one.mean / one.limit, reverse=True)
        return tuple(slow[:WEAKEST])
