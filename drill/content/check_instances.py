"""What can be said of the instances of an exercise without running one."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from drill.content.exercises import SHEET, read
from drill.content.instances import instance
from drill.content.renaming import names_in
from drill.debugging.code import api_changed
from drill.debugging.versions import changed_lines
from drill.errors import ContentError
from drill.model.exercise import Exercise, Instances

LOOKED_AT, LEAST_DIFFERENT = 5, 3
"""Among the first so many instances, 0 with them, that many texts must differ."""
FREE_LINES = 2
"""Lines by which a disguise may make the way to the reference longer."""

NamesCause = Callable[[Exercise, str], bool]


def check_instances(
    exercise: Exercise, folder: Path, names_cause: NamesCause | None = None
) -> Iterator[ContentError]:
    """Yield what keeps the instances from being the same exercise in another dress."""
    written = exercise.sheet.instances
    if written is None:
        return
    sheet = str(folder / SHEET)
    for problem in (*_names(exercise, folder, written), *_variants(exercise, written)):
        yield ContentError(sheet, f"instances: {problem}")
    try:
        made = [instance(exercise, n) for n in range(LOOKED_AT)]
        again = instance(exercise, 1)
    except ContentError as error:
        yield error
        return
    if made[1] != again:
        yield ContentError(sheet, "instances: not the same the second time")
    different = len({one.broken for one in made})
    if different < LEAST_DIFFERENT:
        problem = f"instances: {different} texts among the first {LOOKED_AT}"
        yield ContentError(sheet, problem, mend="give more names or variants")
    for one in made[1:]:
        for problem in _one(exercise, one, names_cause):
            yield ContentError(sheet, f"instances: number {one.instance}: {problem}")


def _names(exercise: Exercise, folder: Path, written: Instances) -> Iterator[str]:
    """Yield names that are not there, and those that somebody outside may know."""
    texts = (exercise.broken, *(one.broken for one in exercise.variants))
    here = frozenset().union(*(names_in(text, attributes=True) for text in texts))
    for name in written.names:
        if name not in here:
            yield f"names: {name!r} is not in broken.py"
        elif name.startswith("_") and name in _outside(exercise, folder):
            yield f"names: {name!r} is named by the checks, the example or the contract"


def _outside(exercise: Exercise, folder: Path) -> frozenset[str]:
    """Return what is asked of the code by name: after a dot, or as a text."""
    files = [folder / name for name in ("hidden.py", "world.py") if (folder / name).exists()]
    said = [exercise.example, exercise.sheet.api, *exercise.sheet.contract]
    for node in (node for file in files for node in ast.walk(ast.parse(read(file)))):
        match node:
            case ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                said.append(name)
            case _:
                pass
    return frozenset(re.findall(r"[A-Za-z_]\w*", "\n".join(said)))


def _variants(exercise: Exercise, written: Instances) -> Iterator[str]:
    points = {point.id: point for point in exercise.sheet.root_cause.points}
    for name, variant in written.variants.items():
        for lost in sorted(set(variant.absent) - points.keys()):
            yield f"variants.{name}.absent: no point of the root cause is {lost!r}"
        left = [point for point in points.values() if point.id not in variant.absent]
        if not any(point.must for point in left):
            yield f"variants.{name}.absent: no point that must be named is left"


def _one(exercise: Exercise, made: Exercise, names_cause: NamesCause | None) -> Iterator[str]:
    for text in (made.broken, made.fixed):
        compile(text, "broken.py", "exec")
        if api_changed(exercise.broken, exercise.fixed, text):
            yield "a public name or a signature is another one"
    away = changed_lines(made.broken, made.fixed)
    usual = changed_lines(exercise.broken, exercise.fixed)
    if not 0 < away <= usual + FREE_LINES:
        yield f"{away} lines to the reference, {usual} from broken.py"
    if left := re.search(r"\{[A-Z_]+\}", made.sheet.symptom):
        yield f"the symptom names {left[0]}, which is no size"
    if names_cause is not None:
        cause = exercise.sheet.root_cause
        if not any(names_cause(made, text) for text in cause.earns):
            yield "no sentence of root_cause.earns names its cause"
        for text in cause.not_earns:
            if names_cause(made, text):
                yield f"root_cause.not_earns: {text!r} names its cause"
