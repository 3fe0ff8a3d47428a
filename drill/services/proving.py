"""The content check's way to the runner: many judgements at once, in any order."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from drill.content.check_exercises import Case, NamesCause, check_exercises
from drill.errors import ContentError
from drill.model.run import RunRequest, RunVerdict
from drill.services.exercises import Runs

_AT_ONCE = 4


def prove_exercises(
    roots: Sequence[Path],
    runner: Runs,
    *,
    runs: int = 1,
    only: Sequence[str] = (),
    names_cause: NamesCause | None = None,
) -> Iterator[ContentError]:
    """Everything that is wrong with the exercises, found by running them."""
    runner.wait_ready()

    def judge_all(
        jobs: Iterable[tuple[Case, RunRequest]],
    ) -> Iterator[tuple[Case, RunVerdict]]:
        return judged(jobs, runner)

    yield from check_exercises(roots, judge_all, runs=runs, only=only, names_cause=names_cause)


def judged(
    jobs: Iterable[tuple[Case, RunRequest]], runner: Runs
) -> Iterator[tuple[Case, RunVerdict]]:
    """Run jobs a few at a time; each comes back as it is done."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        running: dict[Future[RunVerdict], Case] = {}
        for case, request in jobs:
            if len(running) >= _AT_ONCE:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                yield from ((running.pop(one), one.result()) for one in done)
            running[pool.submit(runner.run, request)] = case
        yield from ((running[one], one.result()) for one in list(running))
