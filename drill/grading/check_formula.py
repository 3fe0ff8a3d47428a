"""The typed check for a formula: both sides evaluated at the same points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from drill.grading import maths
from drill.grading.findings import Finding
from drill.grading.formula_text import Piece, lex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.grading.search import Search
    from drill.model.question import FormulaCheck

_POINTS = (
    (0.7, 0.31, 1.9, 0.43), (1.3, 0.17, 0.6, 2.1), (-0.4, 0.53, 1.1, 0.9), (2.1, 0.07, 3.3, 1.7),
)  # fmt: skip
_LEAST_POINTS = 2
_TINY = 1e-3
"""Constants below it matter only beside values as small."""
_SLACK = 1e-7
_MOST_NAMES = 4
_MOST_RUNS = 12


@dataclass(frozen=True, slots=True)
class FormulaPlan:
    check: FormulaCheck
    right: tuple[maths.Node, ...]
    half: tuple[maths.Node, ...]


def _tree(formula: str) -> maths.Node:
    runs = lex(formula.casefold())
    if len(runs) != 1:
        raise maths.NotAFormulaError(formula)
    return maths.parse([piece.text for piece in runs[0]])


def compile_formula(check: FormulaCheck) -> FormulaPlan:
    """Compile it; raises NotAFormulaError when the author's formula cannot be read."""
    right = tuple(_tree(formula) for formula in (check.formula, *check.also))
    return FormulaPlan(check, right, tuple(_tree(formula) for formula in check.partly))


def equal(a: maths.Node, b: maths.Node) -> bool:
    """Return same value at every point, for some naming of the variables."""
    own, other = maths.names(a, "name"), maths.names(b, "name")
    if len(own) != len(other) or not 0 < len(own) <= _MOST_NAMES:
        return False
    return any(_agree(a, own, b, order) for order in permutations(other))


def _agree(a: maths.Node, own: list[str], b: maths.Node, other: Sequence[str]) -> bool:
    """Tell whether both have the same value at the points where the first has one."""
    seen = 0
    tiny = [c for c in (*maths.constants(a), *maths.constants(b)) if 0 < c < _TINY]
    for point in (*_POINTS, *((2 * c, 3 * c, 5 * c, 7 * c) for c in tiny[:2])):
        left = maths.evaluate(a, dict(zip(own, point, strict=False)))
        right = maths.evaluate(b, dict(zip(other, point, strict=False)))
        if math.isnan(left) and math.isnan(right):
            continue
        if not abs(left - right) <= _SLACK * max(1.0, abs(left)):
            return False
        seen += 1
    return seen >= _LEAST_POINTS


def _readings(run: list[Piece], *, called: bool = False) -> list[maths.Node]:
    """Return the run as written, and with its last slash dividing all before it."""
    out = []
    lexemes = _lexemes(run[: maths.MOST_LEXEMES], called=called)
    for variant in (lexemes, _loosened(lexemes)):
        try:
            out.append(maths.parse(variant))
        except maths.NotAFormulaError:
            continue
    return out


def _lexemes(run: list[Piece], *, called: bool) -> list[str]:
    """Return the run's lexemes; `called`: `E(w+h)` is a function's value, no product."""
    if not called:
        return [piece.text for piece in run]
    return [text for p in run for text in ([p.calls, "@"] if p.calls else [p.text])]


def _denied(search: Search, span: tuple[int, int]) -> bool:
    """Tell whether a negation reaches the formula."""
    text = search.text
    inside = [at for at, (low, high) in enumerate(text.spans) if span[0] <= low and high <= span[1]]
    return any(len(text.negators[at]) % 2 for at in inside[:3])


def _loosened(lexemes: list[str]) -> list[str]:
    depth = 0
    last = -1
    for at, lexeme in enumerate(lexemes):
        depth += (lexeme in "([{") - (lexeme in ")]}")
        if lexeme == "/" and depth == 0:
            last = at
    return lexemes if last < 0 else [*lexemes[:last], "//", *lexemes[last + 1 :]]


def judge_formula(ready: FormulaPlan, search: Search) -> list[Finding]:
    """Compare each formula of the answer with the wanted one; others of its function contradict."""
    wrong: list[tuple[int, int]] = []
    half: list[tuple[int, int]] = []
    for run in lex(search.text.folded)[:_MOST_RUNS]:
        span = search.original_span(run[0].start, run[-1].end)
        readings = _readings(run)
        if any(piece.calls for piece in run):
            readings += _readings(run, called=True)
        if any(equal(want, got) for want in ready.right for got in readings):
            if _denied(search, span):
                return [Finding("contradicted", span, "the formula is denied")]
            return [Finding("hit", span, "the formula has the right value at every point tried")]
        if any(equal(want, got) for want in ready.half for got in readings):
            half.append(span)
        elif any(_comparable(ready.right[0], got) for got in readings) and not _denied(
            search, span
        ):
            wrong.append(span)
    if half:
        return [Finding("partly", half[0], "a related formula, not the wanted one")]
    if wrong and ready.check.contradicts:
        return [
            Finding("contradicted", wrong[0], "the formula has other values than the wanted one")
        ]
    return []


def _comparable(wanted: maths.Node, got: maths.Node) -> bool:
    """Tell whether it is a formula of the same kind: nearly as many calls or names."""
    calls = _count(got, "call")
    return calls >= max(2, _count(wanted, "call") - 1) or (
        calls >= 1
        and _count(wanted, "call") == 1
        and len(maths.names(got, "name")) >= len(maths.names(wanted, "name"))
    )


def _count(node: maths.Node, kind: str) -> int:
    return (node.kind == kind) + sum(_count(part, kind) for part in node.parts)


__all__ = ["FormulaPlan", "compile_formula", "equal", "judge_formula"]
