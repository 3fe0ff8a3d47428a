"""The one place that makes adapters and hands them to the services.

What a front end does not use is not imported: the first picture waits for none of it.
"""

import os
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from drill import paths
from drill.clock import SystemClock

if TYPE_CHECKING:
    from drill.config import Config
    from drill.content.bank import Bank
    from drill.model.question import LongItem, Question
    from drill.runner.client import RunnerClient
    from drill.runner.fallback import OneShotClient
    from drill.services.anki import Deck
    from drill.services.content_check import ContentCheck
    from drill.services.doctor import Doctor
    from drill.services.exercises import Exercises
    from drill.services.export import Export
    from drill.services.fix import Fix
    from drill.services.pen import Journal
    from drill.services.practice import Practice
    from drill.services.progress import Progress
    from drill.services.regrade import Regrade
    from drill.services.report import Report
    from drill.services.second_opinion import SecondOpinion
    from drill.store.history import History


class Services:
    """Every use case, made at its first use. What reads the history stays on one thread."""

    def __init__(self, home: Path, packs: tuple[Path, ...] = ()) -> None:
        self.home = home
        self.clock = SystemClock()
        self._given = packs

    @cached_property
    def _history(self) -> "History":
        from drill.store.history import History  # noqa: PLC0415

        return History(self.home, owner=_new_id(), now=self.clock.utc)

    @cached_property
    def _journal(self) -> "Journal":
        from drill.services.pen import Journal  # noqa: PLC0415

        return Journal(self._history, self.clock, _new_id)

    @cached_property
    def _packs(self) -> tuple[Path, ...]:
        """Return the folders given by `--pack` and those of installed packages."""
        return (*self._given, *paths.installed_packs())

    @cached_property
    def config(self) -> "Config":
        """Settings of the person; wrong ones are in `config.problems` and left at their default."""
        from drill.config import load_config  # noqa: PLC0415

        return load_config(paths.config_file(self.home))

    @cached_property
    def bank(self) -> "Bank":
        from drill.content.bank import load_bank  # noqa: PLC0415 - home needs no bank

        return load_bank([paths.bank_folder(), *self._packs])

    @cached_property
    def practice(self) -> "Practice":
        import random  # noqa: PLC0415

        from drill.services.marker import EngineMarker  # noqa: PLC0415
        from drill.services.practice import Practice  # noqa: PLC0415

        return Practice(
            self._journal,
            bank=lambda: self.bank,
            marker=EngineMarker(),
            dice=random.Random,
            draw=lambda: int.from_bytes(os.urandom(4)),
            interview=self._interview,
        )

    @cached_property
    def progress(self) -> "Progress":
        from drill.services.progress import Progress  # noqa: PLC0415 - FSRS is not free

        return Progress(log=self._history, clock=self.clock, interview=self._interview)

    @cached_property
    def export(self) -> "Export":
        from drill.services.export import Export  # noqa: PLC0415

        return Export(self._history)

    @cached_property
    def report(self) -> "Report":
        from drill.services.report import Report  # noqa: PLC0415

        return Report(
            log=self._history,
            asked=self._asked,
            cards=lambda: self.fix.review,
        )

    @cached_property
    def deck(self) -> "Deck":
        from drill.services.anki import Deck  # noqa: PLC0415

        return Deck(self._history, self._asked)

    @cached_property
    def regrade(self) -> "Regrade":
        from drill.services.marker import EngineMarker  # noqa: PLC0415
        from drill.services.regrade import Regrade  # noqa: PLC0415

        return Regrade(
            log=self._history, bank=lambda: self.bank, marker=EngineMarker(), clock=self.clock
        )

    @cached_property
    def second_opinion(self) -> "SecondOpinion":
        """Without `[judge]` in the settings nobody is asked."""
        from drill.services.second_opinion import SecondOpinion  # noqa: PLC0415

        judge = self.config.judge
        if not (judge.url and judge.model):
            return SecondOpinion(None)
        from drill.net.judge import Endpoint, HttpJudge  # noqa: PLC0415

        key = os.environ.get(judge.key_env, "")
        return SecondOpinion(HttpJudge(Endpoint(judge.url, judge.model, key, judge.timeout)))

    @cached_property
    def doctor(self) -> "Doctor":
        from drill.runner.walls import walls_here  # noqa: PLC0415
        from drill.services.doctor import Doctor  # noqa: PLC0415

        return Doctor(
            home=self.home,
            log=self._history,
            config=lambda: self.config,
            bank=lambda: self.bank,
            walls=walls_here,
        )

    @cached_property
    def runner(self) -> "RunnerClient | OneShotClient":
        """Warm processes for code; nothing starts before `start`."""
        from drill.runner.choose import choose  # noqa: PLC0415 - most verbs run no code

        content = [paths.exercises_folder(), paths.bank_folder(), *self._packs]
        return choose([*content, self.home])

    @cached_property
    def exercises(self) -> "Exercises":
        from drill.services.exercises import Exercises  # noqa: PLC0415 - as above

        return Exercises([paths.exercises_folder(), *self._packs], self.runner)

    @cached_property
    def fix(self) -> "Fix":
        import random  # noqa: PLC0415

        from drill.content.exercises import load_fixes  # noqa: PLC0415 - as above
        from drill.grading import GRADER  # noqa: PLC0415
        from drill.services.fix import Fix  # noqa: PLC0415
        from drill.services.fix_review import Review  # noqa: PLC0415
        from drill.services.root_cause import known_cause  # noqa: PLC0415

        return Fix(
            self._journal,
            shelf=self.exercises,
            runner=lambda: self.runner,
            fixes=lambda exercise: load_fixes(Path(exercise.folder)),
            review=Review(
                log=self._history,
                get=self.exercises.get,
                cause=lambda exercise: known_cause(exercise, self.bank.lexicon_for),
            ),
            dice=random.Random,
            grader=GRADER,
        )

    @cached_property
    def content(self) -> "ContentCheck":
        from drill.runner.choose import choose  # noqa: PLC0415 - as above
        from drill.services.content_check import ContentCheck  # noqa: PLC0415

        banks = [paths.bank_folder(), *self._packs]
        exercises = [paths.exercises_folder(), *self._packs]
        return ContentCheck(
            banks=banks,
            exercises=exercises,
            runner=lambda spares: choose([*exercises, *banks, self.home], spares=spares),
        )

    def warm(self) -> None:
        """Load the bank and the engine ahead of the first question; safe on another thread."""
        from drill.services.marker import EngineMarker  # noqa: PLC0415

        if self.bank.questions:
            EngineMarker().mark("warm", self.bank.questions[0])

    def close(self) -> None:
        """Make the daily backup when due and let go of the history; may be called twice."""
        if "runner" in self.__dict__:
            self.runner.close()
        if "_history" in self.__dict__:
            self._history.close()

    def _asked(self, name: str) -> "Question | LongItem":
        return self.bank.get(name)

    def _interview(self) -> date | None:
        return self.config.interview


def _new_id() -> str:
    return os.urandom(16).hex()


def build(home: Path | None = None, packs: tuple[Path, ...] = ()) -> Services:
    """Nothing is opened yet, so nothing can fail yet."""
    return Services(paths.home_folder(home), packs)
