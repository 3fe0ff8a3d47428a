"""Laws that hold for every question of the bank and every answer."""

from __future__ import annotations

import itertools
import time
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.grading import grade, grade_bare, grade_long

from .conftest import rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from drill.content.bank import Bank
    from drill.model.grade import Grade
    from drill.model.question import Question

LABELLED = [*rows("dev_short.jsonl"), *rows("dev_closed.jsonl")]
TEXTS = st.text(max_size=400)
AWKWARD = st.text(
    st.sampled_from("lr not 1e-5 (f(x+h)\n\x00\ud800.,;:<>→%^é🙂 zero low high fp16"), max_size=300
)
quick = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
answers = st.sampled_from(LABELLED)
numbers = st.integers(min_value=0, max_value=49)


def sound(got: Grade, answer: str) -> None:
    assert 0.0 <= got.credit <= 1.0
    assert 0.0 <= got.score <= 10.0
    for point in got.points:
        assert point.says
        if point.span is None:
            assert point.why.startswith("missing")
        else:
            assert 0 <= point.span[0] < point.span[1] <= len(answer)


@given(TEXTS | AWKWARD, numbers)
@quick
def test_any_text_gets_a_sound_grade(bank: Bank, answer: str, number: int) -> None:
    """No text crashes the engine, and every point has a span or the word missing."""
    question = bank.questions[number % len(bank.questions)]
    sound(grade(answer, question), answer)
    sound(grade_bare(answer, question.prompt, question.reference), answer)


@given(TEXTS | AWKWARD, st.integers(min_value=0, max_value=12))
@quick
def test_any_text_gets_a_sound_mark(bank: Bank, answer: str, number: int) -> None:
    """The same for long items."""
    items = (*bank.spoken, *bank.long)
    sound(grade_long(answer, items[number % len(items)]), answer)


@given(answers)
@quick
def test_same_answer_same_grade(bank: Bank, row: dict[str, str]) -> None:
    """Nothing but answer and question decides: not what was graded before."""
    question = bank.get(str(row["question"]))
    first = grade(row["answer"], question)
    other = question.model_copy()
    assert grade(row["answer"], other) == first == grade(row["answer"], question)


def _wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if 33 <= ord(c) <= 126 else c for c in text)


LAYOUTS: dict[str, Callable[[str], str]] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "full width": _wide,
    "decomposed": lambda t: unicodedata.normalize("NFD", t),
    "composed": lambda t: unicodedata.normalize("NFC", t),
    "curly quotes": lambda t: t.replace("'", "’"),  # noqa: RUF001
    "non-breaking spaces": lambda t: t.replace(" ", "\u00a0"),
    "wide spaces": lambda t: "  " + t.replace(" ", "   ") + " \n",
    "bullet": lambda t: "- " + t,
    "numbered": lambda t: "1. " + t,
    "one a line": lambda t: t.replace(", ", ",\n"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layout_changes_nothing(bank: Bank, layout: str) -> None:
    """Case, width, Unicode form, quotes, white space and list layout cost and earn nothing."""
    changed = []
    for row in LABELLED:
        question = bank.get(str(row["question"]))
        plain, other = (
            grade(row["answer"], question),
            grade(LAYOUTS[layout](row["answer"]), question),
        )
        if (plain.verdict, plain.credit) != (other.verdict, other.credit):
            changed.append(row["id"])
    assert changed == []


def _earning(question: Question) -> list[str]:
    return [text for text in question.examples.earns if grade(text, question).verdict == "correct"]


def test_a_further_right_point_never_costs(bank: Bank) -> None:
    """Adding any example that earns to any other that does never lowers the credit."""
    lowered = []
    for question in bank.questions:
        texts = _earning(question)
        for first, second in itertools.permutations(texts, 2):
            alone = grade(first, question)
            both = grade(f"{first.rstrip('.')}.\n{second}", question)
            if both.credit < alone.credit:
                lowered.append((question.id, first, second))
    assert lowered == []


def test_a_contradiction_never_earns(bank: Bank) -> None:
    """Adding a wrong example to any answer never raises its credit."""
    raised = []
    for question in bank.questions:
        for wrong in question.examples.earns_not:
            if not any(point.status == "contradicted" for point in grade(wrong, question).points):
                continue
            for right in question.examples.earns[:3]:
                alone = grade(right, question).credit
                if grade(f"{right.rstrip('.')}.\n{wrong}", question).credit > alone:
                    raised.append((question.id, right, wrong))
    assert raised == []


DENIALS = ("It is not true that", "It's false that", "I don't think that")


def _denied(denial: str, claim: str) -> str:
    return f"{denial} {claim[:1].lower()}{claim[1:].rstrip('.')}."


@pytest.mark.parametrize("denial", DENIALS)
def test_a_denied_reference_never_passes(bank: Bank, denial: str) -> None:
    """A judgement before any sentence of the reference earns no pass."""
    passed = []
    for question in bank.questions:
        claims = question.reference.replace("; ", ". ").split(". ")
        passed += [
            (question.id, claim)
            for claim in claims
            if grade(_denied(denial, claim), question).verdict == "correct"
        ]
    assert passed == []


@pytest.mark.parametrize("denial", DENIALS)
def test_a_denied_right_answer_never_passes(bank: Bank, denial: str) -> None:
    """The same before every right example of one sentence."""
    passed = []
    for question in bank.questions:
        for text in _earning(question):
            one = not any(mark in text.rstrip(".") for mark in (". ", "? ", "! ", "\n"))
            if one and grade(_denied(denial, text), question).verdict == "correct":
                passed.append((question.id, text))
    assert passed == []


HUGE = [
    "a" * 100_000,
    "clip " * 20_000,
    "(" * 100_000,
    "1" * 100_000,
    "1," * 50_000,
    "x^" * 50_000,
    "not " * 25_000,
    "f(x+h)" * 16_000,
    "\n" * 100_000,
    "loss zero lr low high frozen " * 3_500,
    "ten to the minus " * 6_000,
    "\\frac{" * 16_000,
    "e.g." * 25_000,
    "é" * 100_000,
    "\x00" * 100_000,
    "myth " * 20_000,
    "not reason " * 9_000,
]


@pytest.mark.parametrize("text", HUGE, ids=[repr(t[:12]) for t in HUGE])
def test_a_huge_answer_takes_no_time(bank: Bank, text: str) -> None:
    """100 kB of anything is read within a bounded time."""
    for name in ("4", "14", "28", "38", "40"):
        question = bank.get(name)
        grade("warm", question)
        began = time.process_time()
        grade(text, question)
        assert time.process_time() - began < 1.0
