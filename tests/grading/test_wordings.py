"""The wording language, one claim at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drill.grading import grade
from drill.grading.pattern import WordingError, parse
from drill.model.question import Question

Ask = Callable[..., Question]

FOUND = [
    ("scaler full", "the scaler was fitted on the full data"),
    ("full scaler", "the scaler was fitted on the full data"),
    ("(fit|compute) (mean|scaler)", "computing a mean"),
    ("stat*", "statistics leak"),
    ("standardisation", "we standardize first"),
    ('"fit on train"', "fit it on the train part"),
    ("<lr> <low>", "a step size close to zero"),
    ("<lr_low>", "lr too small"),
    ("not <clipping>", "gradients were never clipped"),
    ("not <clipping>", "no clipping"),
    ("not <clipping>", "without any gradient clipping"),
    ("not <clipping>", "somebody forgot to clip"),
    ("~<clipping>", "no clipping"),
    ("data >> model", "data first, then the model"),
    ("95%", "more than ninety-five percent"),
    ("#0.9..1", "something like 0.95"),
    ("missing value", "there are missing values"),
    ("fit !train", "fit on everything"),
    ("good !than", "a good fit; it is lower than before"),
    ("optimizer", "an optimzer"),
    ("normalization", "normlization"),
    ("set_detect_anomaly", "torch.autograd.set_detect_anomaly(True)"),
    ("a_b >> c", "first a b and then c"),
    ("overfit", "over-fitting"),
    ('"(fit|compute) [the] (scaler|mean) first"', "fit the scaler first"),
    ('"gradient [check] (first|begin)"', "the gradient check first"),
    ('"gradient [check] (first|begin)"', "gradients first"),
]
NOT_FOUND = [
    ("scaler full", "the scaler"),
    ("scaler full", "the scaler. It was raining. We went home. The bus was full"),
    ('"fit on train"', "train the model and fit later"),
    ("<lr> <low>", "a large step size"),
    ("not <clipping>", "we use clipping"),
    ("data >> model", "model first, then the data"),
    ("#0.9..1", "0.85"),
    ("fit !train", "fit on train"),
    ("good !than", "it is better than a good one"),
    ("good !should", "it should be good"),
    ("=fp16", "bf16"),
    ("clipping", "checkpointing"),
    ("gradcheck", "gradient"),
    ("tensor", "sensor"),
    ("a b @clause", "a is here, but b is there"),
    ("overflow", "it does not overflow"),
    ('"(fit|compute) (scaler|mean) first"', "first fit the scaler"),
    ('"(fit|compute) (scaler|mean) first"', "the mean first"),
]


@pytest.mark.parametrize(("wording", "answer"), FOUND)
def test_a_wording_is_found(ask: Ask, wording: str, answer: str) -> None:
    """The wording earns its point."""
    assert grade(answer, ask(wording)).points[0].status == "hit"


@pytest.mark.parametrize(("wording", "answer"), NOT_FOUND)
def test_a_wording_is_not_found(ask: Ask, wording: str, answer: str) -> None:
    """The wording does not earn its point."""
    assert grade(answer, ask(wording)).points[0].status != "hit"


def test_a_denied_wording_contradicts(ask: Ask) -> None:
    """A plain denial contradicts, with both ends of it in the span."""
    answer = "the weights are not frozen"
    point = grade(answer, ask("<weights> <frozen>")).points[0]
    assert point.status == "contradicted"
    assert point.span == (4, len(answer))


def test_a_condition_never_contradicts(ask: Ask) -> None:
    """`If it is not …` denies nothing."""
    point = grade("if the weights are not frozen look elsewhere", ask("<weights> <frozen>")).points[
        0
    ]
    assert point.status == "missed"


def test_the_opposite_concept_contradicts(ask: Ask) -> None:
    """Too high in the place of too low is the contrary, undeclared."""
    assert grade("the lr is too high", ask("<lr> <low>")).points[0].status == "contradicted"


@pytest.mark.parametrize("wording", ["(a|b", "a)", "", "the", "@nowhere x"])
def test_a_wording_that_cannot_be_read_says_so(wording: str) -> None:
    """The author gets an error, not a rubric that never matches."""
    with pytest.raises(WordingError):
        parse(wording)


def test_a_missed_point_has_no_span_and_says_missing(ask: Ask) -> None:
    """No verdict without a span or the word missing."""
    point = grade("something else altogether", ask("xyzzy")).points[0]
    assert (point.span, point.why.split(":")[0]) == (None, "missing")
