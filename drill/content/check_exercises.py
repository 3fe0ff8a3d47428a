"""Proof of the exercises: shipped broken, mended by every right fix, by no wrong one."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from drill.content.check_instances import LOOKED_AT, NamesCause, check_instances
from drill.content.exercises import (
    OPTIONAL,
    REQUIRED,
    VARIANTS,
    exercise_folders,
    load_exercise,
    load_fixes,
    read,
    variant_files,
)
from drill.content.instances import instance
from drill.content.margins import Margins
from drill.errors import ContentError
from drill.model.exercise import Exercise
from drill.model.run import RunRequest, RunVerdict

LEAST_RIGHT, LEAST_WRONG = 3, 5
_REFUSALS = frozenset({"unsolved", "timeout", "crashed", "out_of_memory"})

JudgeAll = Callable[[Iterable[tuple["Case", RunRequest]]], Iterable[tuple["Case", RunVerdict]]]
"""Runs requests, in any order, several at once."""
SHARE_OF_RUNS = 4
"""An instance is judged with one seed for so many of a text of the folder."""
TRIES_ALONE = 3
"""Runs with nothing beside them before a deadline is called too near."""


@dataclass(frozen=True)
class Case:
    """One text that the hidden checks must judge in one way."""

    exercise: Exercise
    file: str
    source: str
    right: bool
    example: bool = False
    """The example is run on it too."""


def check_exercises(
    roots: Sequence[Path],
    judge_all: JudgeAll,
    *,
    runs: int = 1,
    instances: int | None = None,
    only: Sequence[str] = (),
    names_cause: NamesCause | None = None,
    margins: Margins | None = None,
) -> Iterator[ContentError]:
    """Everything that is wrong with the exercises, each with its file and mend.

    `instances`: how many fresh ones of each are judged; None: as many as runs, at most 4.
    """
    cases: list[Case] = []
    seen: dict[str, Path] = {}
    for folder in exercise_folders(roots):
        if only and folder.name not in only:
            continue
        if folder.name in seen:
            yield ContentError(str(folder), f"{seen[folder.name]} has the same slug", mend="rename")
            continue
        seen[folder.name] = folder
        try:
            exercise = load_exercise(folder)
            cases += cases_of(exercise, folder)
            cases += instance_cases(exercise, runs if instances is None else instances)
        except ContentError as error:
            yield error
            continue
        yield from check_folder(exercise, folder)
        yield from check_instances(exercise, folder, names_cause)
        if names_cause is not None:
            yield from check_cause(exercise, folder, names_cause)
    yield from prove(cases, judge_all, runs, Margins() if margins is None else margins)


def check_folder(exercise: Exercise, folder: Path) -> Iterator[ContentError]:
    """Say what can be said without running anything."""
    yield from _stray(exercise, folder)
    yield from _hidden(exercise, folder / "hidden.py")
    fixes = load_fixes(folder)
    for kind, least in (("right", LEAST_RIGHT), ("wrong", LEAST_WRONG)):
        count = sum(fix.right == (kind == "right") for fix in fixes)
        if count < least:
            where = str(folder / "fixes")
            yield ContentError(where, f"{count} {kind} fixes", mend=f"write at least {least}")
    sheet = str(folder / "exercise.yaml")
    points = [point.id for point in exercise.sheet.root_cause.points]
    if len(set(points)) != len(points):
        yield ContentError(sheet, "root_cause.points: an id stands twice", mend="rename one")
    if not any(point.must for point in exercise.sheet.root_cause.points):
        yield ContentError(sheet, "root_cause.points: none must be named", mend="set must: true")
    for name in ("earns", "not_earns"):
        if not getattr(exercise.sheet.root_cause, name):
            yield ContentError(sheet, f"root_cause.{name} is empty", mend="add an example")


def check_cause(exercise: Exercise, folder: Path, names: NamesCause) -> Iterator[ContentError]:
    """Check that the examples of a hypothesis earn, or do not, as their author says."""
    sheet = str(folder / "exercise.yaml")
    for text in exercise.sheet.root_cause.earns:
        if not names(exercise, text):
            yield ContentError(sheet, f"root_cause.earns: {text!r} does not name the cause")
    for text in exercise.sheet.root_cause.not_earns:
        if names(exercise, text):
            yield ContentError(sheet, f"root_cause.not_earns: {text!r} names the cause")


def cases_of(exercise: Exercise, folder: Path) -> list[Case]:
    cases = [
        Case(exercise, str(folder / "broken.py"), exercise.broken, right=False, example=True),
        Case(exercise, str(folder / "fixed.py"), exercise.fixed, right=True, example=True),
    ]
    for fix in load_fixes(folder):
        file = str(folder / "fixes" / f"{fix.name}.py")
        cases.append(Case(exercise, file, fix.source, fix.right))
    return cases


def instance_cases(exercise: Exercise, count: int) -> list[Case]:
    """Broken code and reference of fresh instances; of one alone, another with each change."""
    if exercise.sheet.instances is None:
        return []
    last = LOOKED_AT - 1
    numbers = range(1, last + 1)[:count] if count > 1 else [1 + int(exercise.version, 16) % last]
    cases = []
    for made in (instance(exercise, n) for n in numbers if count):
        where = f"{made.folder}: instance {made.instance}"
        cases.append(Case(made, f"{where}, broken", made.broken, right=False, example=True))
        cases.append(Case(made, f"{where}, fixed", made.fixed, right=True, example=True))
    return cases


def prove(
    cases: Sequence[Case], judge_all: JudgeAll, runs: int, margins: Margins
) -> Iterator[ContentError]:
    """Judge every case with `runs` different seeds; the example too. Then look at the deadlines."""
    for case, verdict in judge_all(_requests(cases, runs)):
        margins.keep(case.file, verdict)
        if problem := _problem(case, verdict):
            yield ContentError(case.file, problem, mend="mend the file or the hidden checks")
    for case in cases:
        for seed in range(TRIES_ALONE):
            if margins.too_narrow(case.file):
                for _, verdict in judge_all([(case, request_of(case, seed))]):
                    margins.keep(case.file, verdict)
        if margins.too_narrow(case.file):
            yield margins.problem(case.file)


def _requests(cases: Sequence[Case], runs: int) -> Iterator[tuple[Case, RunRequest]]:
    for case in cases:
        if case.example:
            script = case.exercise.example if case.exercise.instance else None
            asked = {"target": "example", "own_source": script}
            yield case, request_of(case, None).model_copy(update=asked)
        fresh = case.exercise.instance
        for seed in range(-(-runs // SHARE_OF_RUNS) if fresh else runs):
            yield case, request_of(case, seed)


def request_of(case: Case, seed: int | None) -> RunRequest:
    sheet = case.exercise.sheet
    return RunRequest(
        slug=sheet.slug,
        source=case.source,
        seed=seed,
        device="cpu",
        folder=case.exercise.folder,
        groups=tuple(group.name for group in sheet.groups),
        seconds=sheet.seconds,
        thorough=case.right,
    )


def _problem(case: Case, verdict: RunVerdict) -> str:
    if verdict.verdict in {"could_not_run", "refused"}:
        return f"could not be run: {verdict.reason}"
    if verdict.target == "example":
        if (verdict.verdict == "held") != case.right:
            return f"example.py {'fails' if case.right else 'does not fail'}: {verdict.reason}"
        return ""
    if case.right and verdict.verdict != "solved":
        return f"{verdict.verdict} (seed {verdict.seed}): {verdict.failed_check}: {verdict.reason}"
    if not case.right and verdict.verdict not in _REFUSALS:
        return f"passes (seed {verdict.seed})"
    return ""


def _stray(exercise: Exercise, folder: Path) -> Iterator[ContentError]:
    allowed = {folder / name for name in (*REQUIRED, *OPTIONAL)}
    allowed |= {folder / VARIANTS / name for name in variant_files(exercise.sheet)}
    for file in sorted(folder.rglob("*")):
        if file.is_dir() or file in allowed or "__pycache__" in file.parts:
            continue
        named = file.name.startswith(("right_", "wrong_")) and file.suffix == ".py"
        if file.parent == folder / "fixes" and named:
            continue
        yield ContentError(str(file), "does not belong to an exercise", mend="remove it")


def _hidden(exercise: Exercise, file: Path) -> Iterator[ContentError]:
    """Check groups and names of the hidden checks, read without running them."""
    try:
        tree = ast.parse(read(file))
    except SyntaxError as error:
        yield ContentError(str(file), f"{error.msg}", line=error.lineno)
        return
    groups = {group.name for group in exercise.sheet.groups}
    used: set[str] = set()
    names: set[str] = set()
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or not (marks := list(_groups(node))):
            continue
        used.update(marks)
        if node.name in names:
            yield ContentError(str(file), f"{node.name} stands twice", line=node.lineno)
        names.add(node.name)
        if not ast.get_docstring(node):
            yield ContentError(str(file), f"{node.name} names no symptom", line=node.lineno)
    for name in sorted(used - groups):
        yield ContentError(
            str(file), f"group {name!r} is not in exercise.yaml", mend="add it there"
        )
    for name in sorted(groups - used):
        yield ContentError(str(file), f"no check is in group {name!r}", mend="write one")


def _groups(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "check" and mark.args:
            first = mark.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value
