"""Kinds of answers that were once read wrongly, each with several cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from drill.grading import grade
from drill.grading.claims import read
from drill.model.question import Question

from .test_reading import negated

if TYPE_CHECKING:
    from drill.content.bank import Bank

Ask = Callable[..., Question]

VERDICTS = [
    # a comma ends a formula, or goes on with it
    ("28", "(f(x+h) \u2212 f(x\u2212h)) / 2h, h ≈ 1e-5.", "correct"),
    ("28", "(L(w+eps)-L(w-eps))/(2 eps), eps = 1e-6", "correct"),
    ("28", "(f(x+h)-f(x-h))/(2h), O(h²) error, h≈1e-5", "correct"),
    ("28", "f of x+eps minus f of x-eps, all that over 2*eps, easy", "correct"),
    ("28", "(f(x+h)-f(x-h))/h, h = 1e-5", "incorrect"),
    ("28", "(f(x+h)+f(x-h))/(2h), h≈1e-5", "incorrect"),
    # told from the end
    ("38", ("drift last; before it infra; before it the model; before that the features; "
     "and at the very start data quality"), "correct"),
    ("38", ("at the end drift, infra right before, the model before that, feature pipeline "
     "before that, data quality at the beginning"), "correct"),
    ("38", ("data last. Before it features, before that the model, before that infra, "
     "before that drift"), "incorrect"),
    ("38", ("fifth drift, fourth infra, third the model, second the feature pipeline, "
     "first the data"), "correct"),
    ("38", ("first drift, second infra, third the model, fourth the feature pipeline, "
     "fifth the data"), "incorrect"),
    ("1", ("deployment is the final suspect, evaluation comes before it, before that the loop, "
     "before that the optimizer, before that the loss, before that the model, before that the "
     "pipeline; data is first"), "correct"),
    ("1", ("Don't start at the optimizer. data, pipeline, model, loss, optimizer, loop, "
     "evaluation, deployment"), "correct"),
    # what one would not begin with has no place in the order
    ("1", "I'd certainly not start with the optimizer; I'd look at the data first.", "partial"),
    ("1", "I'd not start with the data; I'd look at the optimizer first.", "incorrect"),
    ("1", ("Not with the optimizer. Data, input pipeline, model, loss, optimizer, training loop, "
     "evaluation, deployment"), "correct"),
    # zero at the start counts nothing; methods of a formula; a denial as a condition
    ("10", "~0. Shows loss fn OK, grads flow, capacity enough.", "correct"),
    ("16", "(p + 1e-6).log()", "correct"),
    ("16", "(p - 1e-6).log()", "incorrect"),
    ("16", "p.log() + 1e-8", "incorrect"),
    ("3", ("overfit one batch: if the loss doesn't go to about zero, there's a bug in model, "
     "loss or optimizer"), "correct"),
    ("3", ("overfit one small batch; anything but a loss of practically nothing means that "
     "something basic is wrong"), "correct"),
    ("11", "Near 100 %. If not, there's a bug in the pipeline.", "correct"),
    # sides counted behind both terms, or in the order of the prompt
    ("40", ("dark launch vs partial rollout: the first runs in parallel and throws its "
     "predictions away, the second really answers 5 % of requests"), "correct"),
    ("40", ("dark launch vs partial rollout: the second runs in parallel and throws its "
     "predictions away, the first really answers 5 % of requests"), "incorrect"),
    ("40", "In the first, nobody sees its answers; in the second a few get them.", "correct"),
    ("40", "In the second, nobody sees its answers; in the first a few get them.", "incorrect"),
    # sides named behind, by number
    ("40", ("In one the outputs are thrown away and only compared; in the other a few percent of "
     "the users really get it. First is shadow, second canary."), "correct"),
    ("40", ("In one the outputs are thrown away and only compared; in the other a few percent of "
     "the users really get it. First is canary, second shadow."), "incorrect"),
    ("40", "shadow: zero users see it, canary: some users see it", "correct"),
    ("40", "canary: zero users see it, shadow: some users see it", "incorrect"),
    # taken back
    ("46", "above 0.8 ... hmm, let's say above 0.95", "correct"),
    ("46", "above 0.95 ... hmm, let's say above 0.6", "incorrect"),
    ("30", "below ten percent, no wait, below 1e-5", "correct"),
    ("30", "1e-5 ... hmm, let's say ten percent", "incorrect"),
    ("14", "88, scratch that, about 11", "correct"),
    ("37", "look at the logs first. No wait, roll back", "correct"),
    # denied behind the word
    ("37", "revert nothing", "incorrect"),
    ("37", "roll back not at all, investigate", "incorrect"),
    # orders of magnitude of an error
    ("31", "O(h^2) rather than O(h)", "correct"),
    ("31", "O(h) rather than O(h^2)", "incorrect"),
    ("31", "error is O(h^2) rather than O(h)", "correct"),
    ("31", "its error is O(h^2) instead of O(h)", "correct"),
    ("31", "error O(h^2), not O(h)", "correct"),
    ("31", "error is O(h) rather than O(h^2)", "incorrect"),
    # a train/test split is no fit of the test part
    ("47", "do the train/test split first, then fit the scaler on train only", "correct"),
    ("47", "make the train/test split before any scaling", "correct"),
    ("47", "use train_test_split first, then fit on the training set", "correct"),
    ("47", "split train and test first", "partial"),
    ("47", "scale train and test together before the train/test split", "incorrect"),
    ("47", "fit on the whole data first, then do the train test split", "incorrect"),
    ("22", "StandardScaler fit on all rows and only afterwards train_test_split", "correct"),
    # an epsilon that the format does not hold
    ("16", "add 1e-9 to p in fp16", "incorrect"),
    ("16", "take the log of p plus an epsilon", "correct"),
    # the reference with one word turned round
    ("7", ("Warm-up has just begun, so the steps became tiny; or a phase transition in which the "
     "model abruptly loses structure."), "incorrect"),
    ("25", ("Validate on the last part in time and compare with a random split: if the result "
     "rises a lot, the random split leaked the future."), "incorrect"),
    # an admitted guess
    ("43", "some overflow in the attention softmax in fp16, I guess", "partial"),
    ("29", "gradcheck? not sure", "partial"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "answer", "verdict"), VERDICTS)
def test_a_kind_once_misread_is_read(bank: Bank, number: str, answer: str, verdict: str) -> None:
    """Order, sides, corrections, late negations, guesses and turned references decide."""
    assert grade(answer, bank.get(number)).verdict == verdict


FORMULAS = [
    ("(E(w+eps) - E(w-eps)) / (2 eps)", "hit"),
    ("(C(θ+ε) − C(θ−ε)) / 2ε", "hit"),  # noqa: RUF001
    ("(loss_plus - loss_minus)/(2*eps)", "hit"),
    ("(f(x + h*e_i) - f(x - h*e_i)) / (2h)", "hit"),
    ("(L(θ + εe_i) − L(θ − εe_i)) / 2ε", "hit"),  # noqa: RUF001
    ("(J(theta_i + eps) - J(theta_i - eps)) / (2 eps)", "hit"),
    ("half of f(x+h) minus f(x-h), divided by h", "hit"),
    ("half the difference of f(x+h) and f(x-h), over h", "hit"),
    ("the difference between f(x+h) and f(x-h) divided by 2h", "hit"),
    ("(f_{i+1} - f_{i-1}) / (2h)", "hit"),
    ("(E(w+eps) - E(w-eps)) / eps", "contradicted"),
    ("(loss_plus + loss_minus)/(2*eps)", "contradicted"),
    ("(loss_minus - loss_plus)/(2*eps)", "contradicted"),
    ("half of f(x+h) minus f(x-h), divided by 2h", "contradicted"),
    ("the difference between f(x+h) and f(x-h) divided by h", "contradicted"),
    ("(E(w+eps)-E(w))/eps", "partly"),
]


@pytest.mark.parametrize(("answer", "status"), FORMULAS)
def test_a_formula_is_read_however_its_parts_are_called(
    bank: Bank, answer: str, status: str
) -> None:
    """Names of functions, subscripts, `half of` and `difference of` are maths too."""
    assert grade(answer, bank.get("28")).points[0].status == status


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("it does overfit not at all", "overfit"),
        ("the weights move never", "move"),
        ("revert nothing", "revert"),
        ("groups on both sides do not exist", "groups"),
        ("overlap never happens, it does not occur", "overlap"),
    ],
)
def test_a_negation_behind_its_word_reaches_it(answer: str, word: str) -> None:
    """Where nothing follows that a negation could deny, it denies what stands before."""
    assert negated(answer, word)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("the loss is flat, or not", "flat"),
        ("the loss goes to nothing", "goes"),
        ("does it overfit or not", "overfit"),
    ],
)
def test_a_choice_denies_nothing(answer: str, word: str) -> None:
    """`Or not` and an amount are no negations of what stands before them."""
    assert not negated(answer, word)


TAKEN_BACK = [
    ("the learning rate is too high, no wait, too low", ["learning", "rate", "low"]),
    ("look at the model first. no wait, the data first", ["data", "first"]),
    ("overfit, correction: underfit", ["underfit"]),
    ("accuracy, or rather recall", ["recall"]),
    ("canary is hidden. Scratch that. Shadow is hidden", ["shadow", "hidden"]),
]


@pytest.mark.parametrize(("answer", "left"), TAKEN_BACK)
def test_what_is_taken_back_does_not_count(answer: str, left: list[str]) -> None:
    """The last word holds; the subject of the first stays where only a direction is mended."""
    assert read(answer).forms == left


@pytest.mark.parametrize(
    "answer", ["there is no wait for the loader", "make that clear", "no, wait for the rollout"]
)
def test_nothing_is_taken_back_by_ordinary_words(answer: str) -> None:
    """`No wait` as a thing and `make that` with a verb correct nothing."""
    assert not read(answer).corrected


def test_a_corrected_right_answer_is_never_sure(bank: Bank) -> None:
    """Whoever changes their mind is marked by the person too."""
    got = grade("above 0.8, no, 0.95", bank.get("46"))
    assert (got.verdict, got.sure) == ("correct", False)


@pytest.mark.parametrize(
    ("wording", "answer"),
    [
        ("100%", "one feature"),
        ("fail*", "the loss falls"),
        ("serving", "the settings"),
        ("drift", "a draft"),
        ("size", "both sides"),
        ("last", "the lists"),
        ("explo*", "an explanation"),
        ("o(h)", "O(h^2)"),
        ("o(h)", "O of h squared"),
    ],
)
def test_a_word_that_is_right_means_itself(ask: Ask, wording: str, answer: str) -> None:
    """No word of plain English is taken for a typing error of another, nor one for 100 %."""
    assert grade(answer, ask(wording)).points[0].status != "hit"


def test_a_claim_is_not_excused_by_its_own_words(ask: Ask) -> None:
    """`unless` asks for a point that is said apart from the wrong claim."""
    wrong = {"id": "w", "says": "w", "wordings": ["purple omega"], "unless": ["point"]}
    question = ask("omega", wrong=[wrong])
    assert grade("purple omega", question).verdict == "incorrect"
    assert grade("the omega is there; it is a purple omega too", question).verdict == "correct"


def test_shuffled_words_are_seldom_right_and_sure(bank: Bank) -> None:
    """A long reference with its words in reverse order is not correct and sure in most cases."""
    long = [q for q in bank.questions if len(q.spoken.split()) > 12]
    turned = [grade(" ".join(reversed(q.spoken.split())), q) for q in long]
    assert sum(g.verdict == "correct" and g.sure for g in turned) * 3 <= len(turned)
