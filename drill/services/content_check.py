"""The proof of the content: bank and exercises, theirs and those of packs."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Literal, Protocol

from drill.content.bank import load_bank
from drill.content.check_bank import Problem, check_bank, check_complete
from drill.content.check_exercises import Case, check_exercises, request_of
from drill.content.exercises import exercise_folders, load_exercise
from drill.content.mutants import mutants
from drill.content.schema import bank_schema
from drill.errors import ContentError
from drill.model.exercise import Exercise, ExerciseSheet
from drill.model.run import RunRequest, RunVerdict
from drill.services.exercises import Runs
from drill.services.root_cause import known_cause

SchemaOf = Literal["bank", "exercise"]


@dataclass(frozen=True)
class Mutants:
    """How many small changes of a reference the hidden checks noticed."""

    slug: str
    of: int
    survived: tuple[str, ...]
    """Changes that passed: a gap in the checks, or a change that changes nothing."""


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

    def check(
        self,
        *,
        runs: int = 1,
        only: Sequence[str] = (),
        judged: Callable[[int], None] = lambda _: None,
    ) -> Iterator[Problem]:
        """Yield all that is wrong; `judged` is told how many texts were run so far."""
        bank = None
        try:
            bank = load_bank(self._banks)
            yield from check_bank(bank, self._banks[0])
            yield from check_complete(bank)
        except ContentError as error:
            yield _of(error)
        lexicon = (lambda _: ()) if bank is None else bank.lexicon_for

        def names(exercise: Exercise, text: str) -> bool:
            return known_cause(exercise, lexicon).credit(text) >= 1

        workers = os.cpu_count() or 1
        runner = self._runner(workers)
        try:
            for broken in check_exercises(
                self._exercises,
                lambda asked: _judge_all(runner, asked, workers, judged),
                runs=runs,
                only=only,
                names_cause=None if bank is None else names,
            ):
                yield _of(broken)
        finally:
            runner.close()

    def mutants(self, *, only: Sequence[str] = ()) -> Iterator[Mutants]:
        """Change each reference in small ways and see which changes no hidden check notices."""
        workers = os.cpu_count() or 1
        runner = self._runner(workers)
        try:
            for folder in exercise_folders(self._exercises):
                if not only or folder.name in only:
                    yield _mutants_of(load_exercise(folder), runner, workers)
        finally:
            runner.close()

    @staticmethod
    def schema(of: SchemaOf) -> dict[str, Any]:
        """Return the JSON Schema of a bank file or of exercise.yaml."""
        if of == "bank":
            return bank_schema()
        schema = ExerciseSheet.model_json_schema()
        return {**schema, "$schema": "https://json-schema.org/draft/2020-12/schema"}


def _mutants_of(exercise: Exercise, runner: Runs, workers: int) -> Mutants:
    made = mutants(exercise.fixed)
    cases = [Case(exercise, "fixed.py", one.source, right=False) for one in made]
    asked = [(case, request_of(case, 0)) for case in cases]
    verdicts = [verdict for _, verdict in _judge_all(runner, asked, workers, lambda _: None)]
    alive = [one for one, said in zip(made, verdicts, strict=True) if said.verdict == "solved"]
    return Mutants(
        exercise.slug, len(made), tuple(f"fixed.py:{one.line}: {one.what}" for one in alive)
    )


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
