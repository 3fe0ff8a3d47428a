"""An exercise with a runner that judges by what the text holds, a clock by hand, a real history."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drill.errors import UsageError
from drill.model.exercise import CheckGroup, Debrief, Exercise, ExerciseSheet, Fix, RootCause
from drill.model.run import Failure, GroupResult, RunRequest, RunVerdict, fix_points
from drill.services.fix import Fix as FixService
from drill.services.fix_review import Review
from drill.services.pen import Journal
from drill.services.root_cause import known_cause
from drill.store.history import History

BROKEN = "def f(xs):\n    return max(xs)\n"
FIXED = "def f(xs):\n    return max(xs, default=0)\n"
EXAMPLE = "from broken import f\n\nassert f([1, 2, 3, 4, 5, 6]) == 6\nassert f([]) == 0\n"
CAUSE = "max of an empty list raises"


class ManualClock:
    """Moves when told; wall and monotonic time together."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds

    def utc(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds


class TextRunner:
    """Solved when the text is guarded; own tests fail on what is not. Each run takes a second."""

    def __init__(self, clock: ManualClock) -> None:
        self.requests: list[RunRequest] = []
        self._clock = clock
        self.broken = False
        """Our side cannot run anything."""

    def run(self, request: RunRequest) -> RunVerdict:
        self.requests.append(request)
        self._clock.pass_(1)
        base = {"slug": request.slug, "target": request.target}
        if self.broken:
            return RunVerdict(**base, verdict="could_not_run", reason="the runner ended")
        good = "default=0" in request.source
        if request.target == "hidden":
            groups = (
                GroupResult(name="fault", passed=good),
                GroupResult(name="edges", passed=good and "sorted" not in request.source),
            )
            verdict = "solved" if all(g.passed for g in groups) else "unsolved"
            return RunVerdict(**base, verdict=verdict, groups=groups, fix_points=fix_points(groups))
        if good or (request.target == "scratch" and "raise" not in (request.own_source or "")):
            return RunVerdict(**base, verdict="held", output="ran")
        failure = Failure(
            error="ValueError", message="empty", file="broken.py", line=2, traceback=""
        )
        return RunVerdict(**base, verdict="unsolved", reason="ValueError: empty", failure=failure)


def _exercise() -> Exercise:
    sheet = ExerciseSheet(
        slug="empty-max",
        title="The largest of nothing",
        topic="D",
        error_class="boundary",
        minutes=10,
        difficulty=1,
        concepts=("edges",),
        story="It falls over at night.",
        contract=("An empty list gives 0.",),
        api="def f(xs)",
        symptom="ValueError",
        groups=(
            CheckGroup(name="fault", covers="empty"),
            CheckGroup(name="edges", covers="the rest"),
        ),
        hints=("look at the input", "look at nothing", "max needs a default"),
        root_cause=RootCause.model_validate(
            {
                "points": [
                    {"id": "empty", "says": "max of nothing", "wordings": ["empty (list|input)"]}
                ],
                "earns": [CAUSE],
                "not_earns": ["the lock"],
            }
        ),
        debrief=Debrief(logs="a traceback", find="read it", prevent="test the edges"),
    )
    return Exercise(
        sheet=sheet, broken=BROKEN, example=EXAMPLE, fixed=FIXED, folder="/nowhere", version="v1"
    )


class Shelf:
    def __init__(self) -> None:
        self.exercise = _exercise()

    def get(self, slug: str) -> Exercise:
        if slug != self.exercise.slug:
            raise UsageError(f"no exercise is named {slug!r}")
        return self.exercise

    def request(self, exercise: Exercise, source: str, *, device: Any = "auto") -> RunRequest:
        return RunRequest(slug=exercise.slug, source=source, target="hidden", device=device)


def _fixes(_: Exercise) -> Sequence[Fix]:
    return (
        Fix(name="right_x", right=True, says="", source=FIXED),
        Fix(name="wrong_a", right=False, says="still raises", source=BROKEN),
        Fix(name="wrong_b", right=False, says="right for none", source=FIXED + "# default=0\n"),
    )


class Bench:
    """The fix service over one history folder; `again` is the next start of the program."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.clock = ManualClock()
        self.runner = TextRunner(self.clock)
        self.shelf = Shelf()
        self._histories: list[History] = []
        self.fix = self.again()

    def again(self) -> FixService:
        """Start anew without a word of goodbye, as after a kill."""
        history = History(self.home, owner=uuid.uuid4().hex, now=self.clock.utc)
        self._histories.append(history)
        self.history = history
        self.fix = FixService(
            Journal(history, self.clock, lambda: uuid.uuid4().hex),
            shelf=self.shelf,
            runner=lambda: self.runner,
            fixes=_fixes,
            review=Review(
                log=history,
                get=self.shelf.get,
                cause=lambda exercise: known_cause(exercise, lambda _: ()),
            ),
            dice=Random,
            grader="1",
        )
        return self.fix

    def close(self) -> None:
        for history in self._histories:
            history.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path / "home")
    yield made
    made.close()


@pytest.fixture
def texts() -> Callable[[str], str]:
    return {"broken": BROKEN, "fixed": FIXED, "cause": CAUSE}.__getitem__
