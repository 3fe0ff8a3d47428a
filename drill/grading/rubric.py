"""A question's rubric, compiled once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading import check_formula, check_number, check_order, check_roles
from drill.grading.claims import content_stems, read
from drill.grading.lexicon import Lexicon, Plan, opposites, plan
from drill.grading.rules import Rule, parse_rule
from drill.grading.twisted import Model, model_of
from drill.model.question import (
    Check,
    Concept,
    FormulaCheck,
    KeyPoint,
    NumberCheck,
    OrderCheck,
    Question,
    RolesCheck,
    WrongClaim,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from drill.grading.findings import Finding
    from drill.grading.pattern import Scope
    from drill.grading.search import Search

CheckPlan = (
    check_number.NumberPlan
    | check_order.OrderPlan
    | check_roles.RolesPlan
    | check_formula.FormulaPlan
)


@dataclass(frozen=True, slots=True)
class PointPlan:
    """A key point ready to be looked for."""

    id: str
    says: str
    role: str
    weight: float
    wordings: tuple[Plan, ...]
    partly: tuple[Plan, ...]
    against: tuple[Plan, ...]
    turned: tuple[Plan, ...]
    """Its wordings with a concept replaced by its opposite."""
    checks: tuple[CheckPlan, ...]


@dataclass(frozen=True, slots=True)
class WrongPlan:
    claim: WrongClaim
    wordings: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Rubric:
    question: Question
    lexicon: Lexicon
    points: tuple[PointPlan, ...]
    wrong: tuple[WrongPlan, ...]
    correct: tuple[Rule, ...]
    partial: tuple[Rule, ...]
    prompt: frozenset[str]
    model: Model
    """The reference."""


def plans(wordings: Iterable[str], scope: Scope) -> tuple[Plan, ...]:
    return tuple(plan(w, scope) for w in wordings)


def compile_check(check: Check) -> CheckPlan:
    match check:
        case NumberCheck():
            return check_number.compile_number(check)
        case OrderCheck():
            return check_order.compile_order(check)
        case RolesCheck():
            return check_roles.compile_roles(check)
        case FormulaCheck():
            return check_formula.compile_formula(check)


def judge(check: CheckPlan, search: Search) -> list[Finding]:
    """Find what a typed check finds in an answer."""
    match check:
        case check_number.NumberPlan():
            return check_number.judge_number(check, search)
        case check_order.OrderPlan():
            return check_order.judge_order(check, search)
        case check_roles.RolesPlan():
            return check_roles.judge_roles(check, search)
        case check_formula.FormulaPlan():
            return check_formula.judge_formula(check, search)


def check_wordings(check: Check) -> list[str]:
    """Every wording a typed check names."""
    match check:
        case NumberCheck():
            return check_number.wordings(check)
        case OrderCheck():
            return check_order.wordings(check)
        case RolesCheck():
            return check_roles.wordings(check)
        case FormulaCheck():
            return []


def question_wordings(question: Question) -> list[str]:
    """Every wording a question names."""
    own: list[str] = []
    for point in question.points:
        own += [*point.wordings, *point.partly, *point.contradicted_by]
        for check in point.checks:
            own += check_wordings(check)
    for claim in question.wrong:
        own += claim.wordings
    return own


def lexicon_of(concepts: Iterable[Concept], wordings: Iterable[str]) -> Lexicon:
    return Lexicon(concepts, wordings)


def _point(point: KeyPoint, lexicon: Lexicon) -> PointPlan:
    wordings = plans(point.wordings, "near")
    turned = tuple(
        Plan(group, "clause")
        for ready in wordings
        for group in opposites(ready.group, lexicon.opposites)
    )
    return PointPlan(
        point.id,
        point.says,
        point.role,
        point.weight,
        wordings,
        plans(point.partly, "near"),
        plans(point.contradicted_by, "clause"),
        turned,
        tuple(compile_check(check) for check in point.checks),
    )


_DEFAULT_CORRECT = {"list": ("0.6 of *",)}
_DEFAULT_PARTIAL = {"list": ("0.25 of *",)}


def compile_rubric(question: Question) -> Rubric:
    """Compile it; raises WordingError, RuleError or NotAFormulaError on what cannot be read."""
    lexicon = Lexicon(question.lexicon, question_wordings(question))
    names = frozenset(point.id for point in question.points)
    core = " & ".join(p.id for p in question.points if p.role == "core")
    correct = question.correct or _DEFAULT_CORRECT.get(question.kind, (core,) if core else ("any",))
    partial = question.partial or _DEFAULT_PARTIAL.get(question.kind, ("any",))
    return Rubric(
        question,
        lexicon,
        tuple(_point(point, lexicon) for point in question.points),
        tuple(WrongPlan(claim, plans(claim.wordings, "clause")) for claim in question.wrong),
        tuple(parse_rule(rule, names) for rule in correct),
        tuple(parse_rule(rule, names) for rule in partial),
        frozenset(content_stems(question.prompt)),
        model_of(read(question.reference)),
    )


_COMPILED: dict[int, tuple[Question, Rubric]] = {}
_KEPT = 256


def rubric_of(question: Question) -> Rubric:
    """Return the compiled rubric; kept as long as the question object is the same."""
    known = _COMPILED.get(id(question))
    if known is not None and known[0] is question:
        return known[1]
    compiled = compile_rubric(question)
    if len(_COMPILED) >= _KEPT:
        _COMPILED.clear()
    _COMPILED[id(question)] = (question, compiled)
    return compiled
