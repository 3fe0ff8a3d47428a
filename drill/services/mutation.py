"""Small changes of a reference, judged: which of them no hidden check notices."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from drill.content.check_bank import Problem
from drill.content.check_exercises import Case, request_of
from drill.content.exercises import load_exercise
from drill.content.mutants import mutants
from drill.content.survivors import ARGUED, load_argued, told_apart
from drill.model.run import RunRequest, RunVerdict

Asked = tuple[Case, RunRequest]
JudgeAll = Callable[[Iterable[Asked]], Iterator[tuple[Case, RunVerdict]]]


@dataclass(frozen=True)
class Mutants:
    """How many small changes of a reference the hidden checks noticed."""

    slug: str
    of: int
    noticed: int
    argued: int
    """Changes that passed, each with its reason in mutants.yaml."""
    survived: tuple[str, ...]
    """Changes that passed and that nobody argued, with their lines in fixed.py."""
    problems: tuple[Problem, ...]
    """What the author has to mend: a survivor without a reason, a reason without a survivor."""


def mutants_of(folder: Path, judge_all: JudgeAll) -> Mutants:
    """Judge every mutant of one exercise's reference."""
    exercise = load_exercise(folder)
    argued = load_argued(folder)
    made = mutants(exercise.fixed)
    cases = [Case(exercise, "fixed.py", one.source, right=False) for one in made]
    verdicts = [said for _, said in judge_all((case, request_of(case, 0)) for case in cases)]
    alive = [one for one, said in zip(made, verdicts, strict=True) if said.verdict == "solved"]
    found = told_apart(alive, argued)
    fixed = str(folder / "fixed.py")
    mend = f"notice it in hidden.py, or say in {ARGUED} why it may pass"
    problems = [
        Problem(fixed, one.line, one.operator, f"{one.was}  ->  {one.now} passes", mend)
        for one in found.open
    ]
    problems += [
        Problem(str(folder / ARGUED), None, "", f"{was}  ->  {now} does not pass", "remove it")
        for was, now in found.stale
    ]
    problems += [
        Problem(fixed, one.line, one.operator, f"could not be run: {said.reason}", "run it again")
        for one, said in zip(made, verdicts, strict=True)
        if said.verdict in {"could_not_run", "refused"}
    ]
    return Mutants(
        slug=exercise.slug,
        of=len(made),
        noticed=len(made) - len(alive),
        argued=len(found.argued),
        survived=tuple(f"fixed.py:{one}" for one in found.open),
        problems=tuple(problems),
    )
