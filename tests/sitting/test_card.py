"""The scorecard's numbers, by example."""

from collections.abc import Sequence

import pytest

from drill.model.scorecard import Scorecard
from drill.services.views import SittingSpec
from tests.core_fakes import Desk


def take(desk: Desk, answers: Sequence[str], **spec: object) -> Scorecard:
    """Answer a grill in order; `-` skips."""
    desk.practice.start(SittingSpec(mode="grill", **spec))  # type: ignore[arg-type]
    for text in answers:
        if text == "-":
            desk.practice.skip()
            desk.practice.next()
        else:
            desk.answer(text)
    return desk.practice.scorecard()


def test_a_full_grill_is_counted_not_scaled(desk: Desk) -> None:
    """Fifty questions: the score is the plain count, the core line is judged."""
    card = take(desk, ["right"] * 28 + ["wrong"] * 12 + ["right"] * 2 + ["-"] * 8)
    assert (card.score, card.scaled_from, card.passed) == (30.0, None, True)
    assert (card.core_cold, card.core_of, card.core_passed) == (28, 40, True)
    assert (card.cold, card.incorrect, card.skipped) == (30, 12, 8)


def test_twenty_seven_is_not_enough(desk: Desk) -> None:
    """One below the line is below the line."""
    card = take(desk, ["right"] * 27 + ["half"] * 23)
    assert (card.score, card.passed, card.core_passed) == (27.0, False, False)
    assert card.partial == 23


def test_a_short_sitting_is_scaled_and_says_so(desk: Desk) -> None:
    """Seven of ten are 35 of 50, scaled from ten; the core line is not judged."""
    card = take(desk, ["right"] * 7 + ["wrong"] * 3, items=10)
    assert (card.score, card.scaled_from, card.passed) == (35.0, 10, True)
    assert card.core_passed is None


def test_ending_early_scales_from_what_was_asked(desk: Desk) -> None:
    """What was not reached neither counts for nor against."""
    take(desk, ["right", "wrong"])
    desk.practice.end()
    card = desk.practice.scorecard()
    assert (card.score, card.scaled_from, card.not_reached) == (25.0, 2, 48)


@pytest.mark.parametrize(("cold", "holds"), [(10, False), (11, True)])
def test_a_band_holds_from_seventy_percent(desk: Desk, cold: int, holds: bool) -> None:
    """Eleven of fifteen hold, ten do not; a weak band says what it means."""
    card = take(desk, ["right"] * cold + ["wrong"] * (15 - cold), band="basics")
    assert card.bands[0].holds is holds
    assert card.bands[1].holds is None
    assert card.weakest_band == (None if holds else "basics")


def test_a_twin_counts_once(desk: Desk) -> None:
    """Question 1 and its twin 41, both cold, are one question that can be answered."""
    card = take(desk, ["right", "wrong", "right"], only=("1", "41", "2"))
    assert (card.cold, card.can_answer, card.can_answer_of) == (2, 1, 2)


def test_the_aim_needs_a_plan(desk: Desk) -> None:
    """Thirty without a five-minute plan is open; a passed plan decides it."""
    card = take(desk, ["right"] * 50)
    assert (card.passed, card.aim, card.plan_passed) == (True, None, None)
    desk.practice.start(SittingSpec(mode="long"))
    for text in ("right", "wrong", "right", "right", "right"):
        desk.answer(text)
    card = desk.practice.scorecard()
    assert (card.plan_passed, card.aim, card.mean_long) == (True, True, 8.0)


def test_slowest_and_weakest_are_named(desk: Desk) -> None:
    """The slowest answer comes first; only concepts that were missed are weak."""
    desk.practice.start(SittingSpec(mode="grill", items=3))
    desk.answer("right", 2)
    desk.answer("right", 9)
    desk.answer("wrong", 4)
    card = desk.practice.scorecard()
    assert [item.number for item in card.slowest] == [2, 3, 1]
    assert [concept.concept for concept in card.weakest] == ["concept_3"]
    assert any("concept 3" in line for line in card.advice)


def test_sure_and_wrong_is_the_first_advice(desk: Desk) -> None:
    """A wrong answer given with confidence is named before anything else."""
    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.practice.confidence(4)
    desk.answer("wrong")
    desk.answer("wrong")
    assert desk.practice.scorecard().advice[0].startswith("unlearn first: 1 ")
