"""From points to a verdict: rules, caps, guards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from drill.grading import grade
from drill.grading.rules import RuleError, parse_rule
from drill.model.question import Question

if TYPE_CHECKING:
    from drill.content.bank import Bank

Ask = Callable[..., Question]
LETTERS: tuple[dict[str, Any], ...] = tuple(
    {"id": name, "says": name, "wordings": [name]} for name in ("alpha", "beta", "gamma", "delta")
)


@pytest.fixture
def letters(ask: Ask) -> Question:
    """Return a list of five items."""
    return ask("omega", kind="list", points=LETTERS)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("omega, alpha, beta", "correct"),
        ("omega / alpha / beta / gamma / delta", "correct"),
        ("- omega\n- alpha\n- beta", "correct"),
        ("omega and alpha", "partial"),
        ("nothing of it, really", "incorrect"),
    ],
)
def test_a_list_is_right_from_three_fifths_on(letters: Question, answer: str, verdict: str) -> None:
    """About 60 % of the items is correct, less is partial, a bare list is fine."""
    assert grade(answer, letters).verdict == verdict


def test_a_right_core_with_a_false_claim_is_partial_at_most(ask: Ask) -> None:
    """`cap: partial` holds however much is right."""
    wrong = {"id": "claim", "says": "it is not", "wordings": ["purple"], "cap": "partial"}
    assert grade("omega, and it is purple", ask("omega", wrong=[wrong])).verdict == "partial"


def test_a_misconception_vetoes_with_its_span(ask: Ask) -> None:
    """A wrong claim makes the answer incorrect and is quoted."""
    wrong = {"id": "claim", "says": "it is not", "wordings": ["purple"]}
    got = grade("omega is purple", ask("omega", wrong=[wrong]))
    assert got.verdict == "incorrect"
    assert ("claim", (9, 15)) in [(point.id, point.span) for point in got.points]


def test_a_denied_misconception_is_none(ask: Ask) -> None:
    """Saying that it is not so is right."""
    wrong = {"id": "claim", "says": "it is not", "wordings": ["purple"]}
    assert grade("omega, which is not purple", ask("omega", wrong=[wrong])).verdict == "correct"


@pytest.mark.parametrize(
    ("rule", "answer", "verdict"),
    [
        ("point & alpha", "omega alpha", "correct"),
        ("point & alpha", "omega", "partial"),
        ("point | alpha", "alpha", "correct"),
        ("2 of (alpha, beta, gamma)", "alpha, gamma", "correct"),
        ("point & !alpha", "omega, alpha", "partial"),
    ],
)
def test_a_rule_decides(ask: Ask, rule: str, answer: str, verdict: str) -> None:
    """Authors may say which points make an answer right."""
    assert grade(answer, ask("omega", points=LETTERS, correct=[rule])).verdict == verdict


@pytest.mark.parametrize("rule", ["nobody", "2 of", "a &", "(point", "point point", "$"])
def test_a_rule_that_cannot_be_read_says_so(rule: str) -> None:
    """An author's slip is an error."""
    with pytest.raises(RuleError):
        parse_rule(rule, frozenset({"point", "a"}))


def test_the_prompt_said_again_earns_nothing(bank: Bank) -> None:
    """Echoes are incorrect for every question."""
    passed = [q.id for q in bank.questions if grade(q.prompt, q).verdict == "correct"]
    assert len(passed) <= 1


def test_pasted_keywords_earn_nothing(ask: Ask) -> None:
    """A heap of the right words without grammar is no answer."""
    question = ask("omega alpha", points=LETTERS)
    heap = "omega alpha beta gamma delta loss curve flat frozen weights omega alpha"
    assert grade(heap, question).verdict == "incorrect"


def test_a_negation_that_a_hit_took_in_leaves_no_doubt(ask: Ask) -> None:
    """What a wording wanted denied was heard; a denial of something else was not."""
    question = ask("not clip*", "unclipped")
    assert grade("gradients that were not clipped", question).sure
    assert not grade("unclipped gradients, not the tokenizer", question).sure


def test_a_second_reading_makes_half_an_answer_at_most(ask: Ask) -> None:
    """Words of one class of the thesaurus count for an answer in which nothing else was found."""
    question = ask("inspect samples")
    got = grade("watch a few rows", question)
    assert (got.verdict, got.sure) == ("partial", False)
    assert grade("inspect a few samples", question).verdict == "correct"


def test_half_an_answer_told_at_length_stays_half(ask: Ask) -> None:
    """Length earns nothing, on the topic or off it."""
    question = ask("omega", points=LETTERS, correct=["point & alpha & beta"])
    told = (
        "omega is there, and omega comes again and again in omega, by omega, for omega, with omega"
    )
    assert grade(told, question).verdict == "partial"
    longer = (
        f"{told}; and gamma and delta stay with omega as long as omega itself stays with us all"
    )
    assert grade(longer, question).verdict == "partial"


def test_several_points_found_outweigh_a_negation_elsewhere(ask: Ask) -> None:
    """Three points found are sure, though something else is denied; one point is not."""
    question = ask("omega", points=LETTERS, correct=["point"])
    assert grade("omega with alpha and beta, not the tokenizer", question).sure
    assert not grade("omega, not the tokenizer", question).sure


@pytest.mark.parametrize("answer", ["omega, I think", "maybe omega", "it could be omega", "omega?"])
def test_a_short_doubtful_answer_is_right_but_not_sure(ask: Ask, answer: str) -> None:
    """Doubt costs nothing; in a few words it leaves the mark to the person."""
    got = grade(answer, ask("omega"))
    assert (got.verdict, got.sure) == ("correct", False)
    assert grade("the omega of the run", ask("omega")).sure


def test_one_wrong_claim_against_several_points_is_not_sure(ask: Ask) -> None:
    """A strong answer with a slip is capped, and the person decides; a bare slip is sure."""
    wrong = {"id": "claim", "says": "it is not", "wordings": ["purple"]}
    question = ask("omega", points=LETTERS, correct=["point"], wrong=[wrong])
    strong = grade("omega with alpha and beta, and it is purple", question)
    assert (strong.verdict, strong.sure) == ("incorrect", False)
    assert grade("it is purple", question).sure


@pytest.mark.parametrize("answer", ["", "   ", "\n\n", "\x00", "…", "?!"])
def test_nothing_is_incorrect_and_sure(letters: Question, answer: str) -> None:
    """An empty answer is a sure verdict without a span."""
    got = grade(answer, letters)
    assert (got.verdict, got.sure, got.credit) == ("incorrect", True, 0.0)
    assert all(point.span is None for point in got.points)
