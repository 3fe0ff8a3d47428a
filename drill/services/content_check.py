"""The proof of the content: bank and exercises, theirs and those of packs."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal, Protocol

from drill.content.bank import load_bank
from drill.content.check_bank import Problem, check_bank, check_complete
from drill.content.check_exercises import Case, check_exercises
from drill.content.exercises import exercise_folders
from drill.content.margins import Margin, Margins
from drill.content.schema import bank_schema
from drill.errors import ContentError, UsageError
from drill.model.exercise import Exercise, ExerciseSheet
from drill.model.run import RunRequest, RunVerdict
from drill.services.exercises import Runs
from drill.services.mutation import Mutants, mutants_of
from drill.services.root_cause import known_cause

SchemaOf = Literal["bank", "exercise"]


class Closable(Runs, Protocol):
    """A runner of one's own."""

    def close(self) -> None: ...


class ContentCheck:
    def __init__(
        self,
        *,
        banks: Sequence[Path],
        exercises: Sequence[Path],
        runner: Callable[[int], Closable],
    ) -> None:
        """`runner` makes one with that many spares."""
        self._banks = tuple(banks)
        self._exercises = tuple(exercises)
        self._runner = runner
        self.margins: tuple[Margin, ...] = ()
        """Of every exercise the narrowest deadline, once `check` has judged."""

    def check(
        self,
        *,
        runs: int = 1,
        instances: int | None = None,
        only: Sequence[str] = (),
        judged: Callable[[int], None] = lambda _: None,
    ) -> Iterator[Problem]:
        """Yield all that is wrong; `judged` is told how many texts were run so far."""
        self._know(only)
        bank = None
        try:
            bank = load_bank(self._banks)
            if not only:  # who works on one exercise does not wait for the questions
                yield from check_bank(bank, self._banks[0])
                yield from check_complete(bank)
        except ContentError as error:
            yield _of(error)
        lexicon = (lambda _: ()) if bank is None else bank.lexicon_for

        def names(exercise: Exercise, text: str) -> bool:
            return known_cause(exercise, lexicon).credit(text) >= 1

        workers = os.cpu_count() or 1
        runner = self._runner(workers)
        margins = Margins()
        try:
            for broken in check_exercises(
                self._exercises,
                lambda asked: _judge_all(runner, asked, workers, judged),
                runs=runs,
                instances=instances,
                only=only,
                names_cause=None if bank is None else names,
                margins=margins,
            ):
                yield _of(broken)
            self.margins = margins.narrowest()
        finally:
            runner.close()

    @property
    def nearest(self) -> str:
        """The narrowest of all margins in a line; empty before `check`."""
        return str(min(self.margins, key=lambda one: one.times, default=""))

    def _know(self, only: Sequence[str]) -> None:
        known = {folder.name for folder in exercise_folders(self._exercises)}
        if lost := [slug for slug in only if slug not in known]:
            raise UsageError(f"no exercise is named {lost[0]!r}")

    def mutants(self, *, only: Sequence[str] = ()) -> Iterator[Mutants]:
        """Change each reference in small ways and see which changes no hidden check notices."""
        workers = os.cpu_count() or 1
        runner = self._runner(workers)
        try:
            for folder in exercise_folders(self._exercises):
                if not only or folder.name in only:
                    yield mutants_of(
                        folder, lambda asked: _judge_all(runner, asked, workers, lambda _: None)
                    )
        finally:
            runner.close()

    @staticmethod
    def schema(of: SchemaOf) -> dict[str, Any]:
        """Return the JSON Schema of a bank file or of exercise.yaml."""
        if of == "bank":
            return bank_schema()
        schema = ExerciseSheet.model_json_schema()
        return {**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"}


def _of(error: ContentError) -> Problem:
    return Problem(error.file, error.line, "", error.problem, error.mend)


Asked = tuple[Case, RunRequest]


def _judge_all(
    runner: Runs, asked: Iterable[Asked], workers: int, judged: Callable[[int], None]
) -> Iterator[tuple[Case, RunVerdict]]:
    """Run several at once and give verdicts in order; a slow one holds up nobody for long."""
    runner.start()
    waiting = iter(asked)
    flight: deque[tuple[Case, Future[RunVerdict]]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        for done in count(1):
            for case, request in islice(waiting, AHEAD - len(flight)):
                flight.append((case, pool.submit(runner.run, request)))
            if not flight:
                return
            case, future = flight.popleft()
            verdict = future.result()
            judged(done)
            yield case, verdict
    finally:
        pool.shutdown(cancel_futures=True)  # who stops the check does not wait for the rest


AHEAD = 100
"""Texts in flight: enough to keep all cores busy behind one that runs into its deadline."""
