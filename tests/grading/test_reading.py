"""Reading an answer: numbers, claims, negation, and the way back to the original."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.grading.claims import read
from drill.grading.fold import fold
from drill.grading.stem import stem

SPELLINGS = [
    ("65504", 65504.0),
    ("65,504", 65504.0),
    ("6.5504e4", 65504.0),
    ("65k", 65000.0),
    ("1e-5", 1e-5),
    ("10^-5", 1e-5),
    ("10**-5", 1e-5),
    ("10⁻⁵", 1e-5),
    ("10^{-5}", 1e-5),
    ("0,00001", 1e-5),
    ("0.00001", 1e-5),
    ("ten to the minus five", 1e-5),
    ("ten to the power of minus five", 1e-5),
    ("one e minus five", 1e-5),
    ("3 x 10^-4", 3e-4),
    ("0,95", 0.95),
    (".95", 0.95),
    ("point nine five", 0.95),
    ("zero point nine five", 0.95),
    ("ninety-five hundredths", 0.95),
    ("eleven", 11.0),
    ("sixty five thousand five hundred and four", 65504.0),
    ("１１", 11.0),  # noqa: RUF001
]


@pytest.mark.parametrize(("written", "value"), SPELLINGS)
def test_a_number_is_read_however_it_is_written(written: str, value: float) -> None:
    """Every notation of a number gives one value."""
    values = [number for number, _ in read(f"it is {written} here").values.values()]
    assert values == [pytest.approx(value)]


@pytest.mark.parametrize(
    "written", ["95%", "95 %", "95 percent", "ninety five percent", "ninety five per cent"]
)
def test_a_percent_sign_is_kept(written: str) -> None:
    """A percentage is told from a bare number."""
    assert list(read(written).values.values()) == [(95.0, True)]


@pytest.mark.parametrize(
    "text", ["1. data\n2. model\n3. loss", "1) data 2) model 3) loss", "1 data 2 model 3 loss"]
)
def test_numbers_that_only_count_are_no_numbers(text: str) -> None:
    """List numbering is layout."""
    assert read(text).values == {}


def negated(text: str, word: str) -> bool:
    read_text = read(text)
    at = read_text.stems.index(stem(word))
    return len(read_text.negators[at]) % 2 == 1


@pytest.mark.parametrize(
    "text",
    [
        "the weights are not updated",
        "weights aren't updated",
        "weights aren’t updated",  # noqa: RUF001
        "never updated",
        "without being updated",
        "it is not true that the weights, as I said, get updated",
        "it is false that they are updated",
        "should not, you know, be updated",
        "updated is not the reason",
        "they get updated, which is a myth",
        "anything but updated",
        "the opposite of updated",
        "neither frozen nor updated weights would help",
        "neither updated nor frozen weights would help",
        "not to 1.0 updated",
    ],
)
def test_a_negation_reaches_its_word(text: str) -> None:
    """Negators turn round what they govern."""
    assert negated(text, "updated")


@pytest.mark.parametrize(
    "text",
    [
        "not frozen, but updated",
        "not only updated but more",
        "no, they are updated",
        "no doubt updated",
        "not frozen and updated",
        "not because of that: updated",
        "it is true that they are updated",
    ],
)
def test_a_negation_stops_where_its_claim_ends(text: str) -> None:
    """A negator does not reach into the next claim."""
    assert not negated(text, "updated")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("freezing", "frozen"),
        ("normalise", "normalized"),
        ("labelled", "labeled"),
        ("behaviour", "behaviors"),
        ("grew", "growing"),
        ("analyse", "analyzed"),
    ],
)
def test_forms_of_a_word_share_a_stem(a: str, b: str) -> None:
    """Inflection, irregular forms and the two spellings of English meet."""
    assert stem(a) == stem(b)


@pytest.mark.parametrize(
    ("a", "b"), [("checkpoint", "clipping"), ("university", "universe"), ("importance", "import")]
)
def test_different_words_keep_different_stems(a: str, b: str) -> None:
    """What differs is not joined."""
    assert stem(a) != stem(b)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_every_span_lies_in_the_original(text: str) -> None:
    """Offsets lead back into the text as it was typed."""
    seen = read(text)
    assert len(seen.spans) == len(seen.forms) == len(seen.clause) == len(seen.negators)
    for start, end in seen.spans:
        assert 0 <= start < end <= len(text)


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_folding_is_done_after_one_pass(text: str) -> None:
    """Folding a folded text changes nothing."""
    once = fold(text)[0]
    assert fold(once)[0].split() == once.split()


def test_a_range_is_no_power() -> None:
    """`0.5 to 5` names two numbers; only `to the` or a minus raises."""
    assert [value for value, _ in read("0.5 to 5").values.values()] == [0.5, 5.0]


def test_a_y_with_a_hat_is_not_a_y() -> None:
    """Labels and predictions stay apart when written as symbols."""
    assert read("p(ŷ)").forms != read("p(y)").forms
