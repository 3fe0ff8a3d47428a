"""Fresh instances of an exercise: other names, another order, other faults, other sizes.

Instance 0 is what stands in the folder. The number and the slug decide all else, on every machine.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TypeVar

from drill.content.ordering import reorder
from drill.content.renaming import (
    RenameError,
    in_backticks,
    in_code_words,
    names_in,
    rename,
)
from drill.errors import ContentError
from drill.model.exercise import (
    CausePoint,
    Exercise,
    ExerciseSheet,
    Instances,
    Literally,
    OtherText,
    RootCause,
    Variant,
)

Card = TypeVar("Card")


def instance(exercise: Exercise, n: int) -> Exercise:
    """Give the n-th instance; an exercise without instances is the same text each time."""
    written = exercise.sheet.instances
    if n == 0 or written is None or exercise.instance:
        return exercise
    dice = f"{exercise.slug}:"
    variant = dealt(f"{dice}variant", (None, *exercise.variants), n)
    names = {old: dealt(f"{dice}name:{old}", (old, *new), n) for old, new in written.names.items()}
    sizes = {
        name: dealt(f"{dice}size:{name}", (None, *more), n) for name, more in written.sizes.items()
    }

    def disguised(text: str) -> str:
        return rename(reorder(text, lambda name: _drawn(f"{dice}{n}:order:{name}")), names)

    broken = exercise.broken if variant is None else variant.broken
    try:
        return exercise.model_copy(
            update={
                "broken": disguised(broken),
                "fixed": disguised(exercise.fixed),
                "example": _example(exercise, variant, sizes),
                "sheet": _sheet(exercise, written, variant, names, sizes),
                "instance": n,
            }
        )
    except (RenameError, SyntaxError, KeyError) as error:
        raise ContentError(
            f"{exercise.folder}/exercise.yaml", f"instances: {error.args[0]}", mend="take another"
        ) from error


def _example(
    exercise: Exercise, variant: OtherText | None, sizes: Mapping[str, Literally | None]
) -> str:
    """Give the example its sizes; one of a variant's own may have fewer constants."""
    if variant is None or variant.example is None:
        return with_sizes(exercise.example, sizes)
    here = names_in(variant.example, attributes=False)
    return with_sizes(variant.example, {name: sizes[name] for name in sizes if name in here})


def dealt(key: str, cards: Sequence[Card], n: int) -> Card:
    """Return the n-th card: card 0 first, all before one comes back, none twice running."""
    last, order = None, [0]
    for deck in range(n // len(cards) + 1):
        order = sorted(range(len(cards)), key=lambda card: _drawn(f"{key}:{deck}:{card}"))
        if deck == 0:
            order.remove(0)
            order.insert(0, 0)
        elif order[0] == last:
            order.append(order.pop(0))
        last = order[-1]
    return cards[order[n % len(cards)]]


def _drawn(key: str) -> int:
    """Return a number that depends on the key alone, on every machine and Python."""
    return int.from_bytes(sha256(key.encode()).digest()[:8])


def with_sizes(example: str, sizes: Mapping[str, Literally | None]) -> str:
    """Give constants at the top of an example other values; `KeyError` for one not there."""
    lines = example.splitlines(keepends=True)
    for name, (node, _) in reversed(constants(example, sizes).items()):
        value = sizes[name]
        if value is not None:
            lines[node.lineno - 1 : node.end_lineno] = [f"{name} = {_literal(value)}\n"]
    return "".join(lines)


def _literal(value: Literally | None) -> str:
    """Write a value as a person would."""
    match value:
        case tuple():
            return f"({', '.join(map(_literal, value))})"
        case str():
            return f'"{value}"'
        case int() if abs(value) >= LONG:
            return f"{value:_}"
        case _:
            return repr(value)


def _said(value: Literally) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


LONG = 10_000
"""Numbers from here on are written in groups of digits."""


def constants(example: str, names: Mapping[str, object]) -> dict[str, tuple[ast.Assign, Literally]]:
    """Find the constants at the top of an example with their values."""
    found: dict[str, tuple[ast.Assign, Literally]] = {}
    for node in ast.parse(example).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in names:
                if name in found:
                    raise KeyError(f"{name} is set twice in example.py")
                try:
                    found[name] = node, ast.literal_eval(node.value)
                except ValueError as error:
                    raise KeyError(f"{name} of example.py is no literal") from error
            case _:
                pass
    if lost := sorted(names.keys() - found.keys()):
        raise KeyError(f"{lost[0]} is no constant at the top of example.py")
    return found


def _sheet(
    exercise: Exercise,
    written: Instances,
    variant: OtherText | None,
    names: Mapping[str, str],
    sizes: Mapping[str, Literally | None],
) -> ExerciseSheet:
    """Say of the instance what is true of it."""
    sheet = exercise.sheet
    said = None if variant is None else written.variants[variant.name]
    hints, symptom = sheet.hints, sheet.symptom
    if said is not None:
        hints, symptom = said.hints or hints, said.symptom
    elif any(value is not None for value in sizes.values()):
        symptom = written.symptom or symptom
    for name, (_, given) in constants(exercise.example, sizes).items():
        value = sizes[name]
        symptom = symptom.replace(f"{{{name}}}", _said(given if value is None else value))
    return sheet.model_copy(
        update={
            "symptom": in_backticks(symptom, names),
            "hints": tuple(in_backticks(hint, names) for hint in hints),
            "root_cause": _cause(sheet.root_cause, said, names),
        }
    )


def _cause(cause: RootCause, said: Variant | None, names: Mapping[str, str]) -> RootCause:
    """Leave out what is not planted; a name in a wording may be said either way."""
    absent = frozenset() if said is None else frozenset(said.absent)
    gone = {_core(words) for one in cause.points if one.id in absent for words in one.wordings}
    points = []
    for point in cause.points:
        if point.id in absent:
            continue
        kept = [words for words in point.wordings if _core(words) not in gone]
        if not kept:
            raise KeyError(f"no wording of {point.id!r} is left in a variant")
        both = dict.fromkeys([*kept, *(in_code_words(words, names) for words in kept)])
        says = point.says
        if said is not None and said.cause is not None and point.must:
            says = said.cause
        points.append(CausePoint(id=point.id, says=says, wordings=tuple(both), must=point.must))
    return cause.model_copy(update={"points": tuple(points)})


def _core(words: str) -> str:
    """Leave out what a wording says in brackets, that one need not say."""
    return re.sub(r" \[[^\[\]]*\]", "", words)
