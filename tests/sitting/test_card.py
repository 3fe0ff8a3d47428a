"""The scorecard's numbers, by example."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.model.scale import scaled, tenth, whole
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


def test_a_score_below_a_line_never_looks_as_if_on_it(desk: Desk) -> None:
    """Scores are rounded down: 33 of 59 are under 28 of 50, and 29.67 is written 29."""
    assert scaled(33, 59) == 27.9
    assert scaled(4, 7) == 28.5
    assert (whole(29.67), whole(28.5), whole(30.0)) == (29, 28, 30)
    assert whole(sum([29.9] + [0.01] * 10)) == 30
    assert (tenth(5.58), tenth(5.6), tenth(0.57)) == ("5.5", "5.6", "0.5")
    card = take(desk, ["right"] * 4 + ["wrong"] * 3, items=7)
    assert (card.score, card.passed) == (28.5, True)


@given(st.integers(0, 80), st.integers(1, 80))
def test_scaling_never_lifts_over_a_line(count: int, of: int) -> None:
    """What is written reaches 28 or 30 exactly when the share does."""
    for line in (28, 30):
        assert (whole(scaled(min(count, of), of)) >= line) == (min(count, of) * 50 >= line * of)


def test_a_sitting_that_was_cut_short_says_on_what_it_counts(desk: Desk) -> None:
    """Ended early it is not called passed: it says what the asked ones would come to."""
    take(desk, ["right"] * 4, items=7)
    assert desk.practice.scorecard().cut == "so far"
    desk.practice.end()
    card = desk.practice.scorecard()
    assert (card.cut, card.ended) == ("ended early", "ended")
    assert card.told == "on the 4 of 7 that were asked it would pass"
    assert desk.log.history(1)[0].cut_short
    whole_one = take(desk, ["right"] * 3, items=3)
    assert (whole_one.cut, whole_one.told) == ("", "passed")
    assert not desk.log.history(1)[0].cut_short


def test_minutes_that_are_over_are_no_early_end(desk: Desk) -> None:
    """A cap cuts short as well, and says that it did."""
    desk.practice.start(SittingSpec(mode="grill", items=3, minutes=1))
    desk.answer("wrong", seconds=15)
    desk.clock.run(60)
    desk.answer("wrong", seconds=1)
    card = desk.practice.scorecard()
    assert (card.cut, card.ended) == ("time over", "cap")
    assert card.told == f"on the {card.done} of 3 that were asked it would not pass"


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


def test_a_note_alone_is_worth_keeping(desk: Desk) -> None:
    """A sitting in which only a note was written is offered again; an untouched one is not."""
    desk.practice.start(SittingSpec(mode="grill"))
    desk.practice.quit()
    assert desk.practice.resumable() == ()
    desk.practice.start(SittingSpec(mode="grill"))
    desk.practice.note("look at warm-up again")
    desk.practice.quit()
    assert [one.sitting for one in desk.practice.resumable()] == ["desk-sitting-2"]
