"""The card of an exercise, the words of an expectation, the recovery drill."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from drill.debugging.card import card
from drill.debugging.expectation import outcome
from drill.debugging.recovery import EARLIEST, LATEST, plan, recovered

Teller = Callable[..., Any]


def test_card_adds_fix_and_steps_and_takes_hints_off(tell: Teller) -> None:
    """20 + 30 - 2 - 3: each hint costs once, the lines stand at 28 and 30."""
    steps = tell().thinks().edits().submits().score()
    made = card("x", 20, steps, [2, 1, 1], solved=True)
    assert (made.points, made.hints, made.hint_points) == (45, (1, 2), 5)
    assert (made.passed, made.aim) == (True, True)


@pytest.mark.parametrize(
    ("fix", "passed", "aim"), [(17, False, False), (18, True, False), (20, True, True)]
)
def test_lines_are_28_and_30(tell: Teller, fix: int, passed: bool, aim: bool) -> None:
    """Ten points for steps here: 27 misses, 28 passes, 30 aims."""
    steps = tell().fails().edits().holds().submits(2).closes("time").score()
    assert steps.points == 10 + 1
    made = card("x", fix - 1, steps, [], solved=False)
    assert (made.passed, made.aim) == (passed, aim)


def test_points_never_fall_below_zero(tell: Teller) -> None:
    """All hints of an exercise that was left at once."""
    made = card("x", 0, tell().closes("abandoned").score(), [1, 2, 3], solved=False)
    assert made.points == 0


def test_next_time_names_the_cheapest_five_points(tell: Teller) -> None:
    """Cheapest first, until five are named; what is full is not named."""
    steps = tell().fails().edits().holds().submits().score()
    advice = card("x", 20, steps, [], solved=True).next_time
    assert [one.part for one in advice] == ["verify", "hypothesis"]
    assert sum(one.points for one in advice) >= 5
    full = tell().thinks().edits().submits().score()
    assert card("x", 20, full, [], solved=True).next_time == ()


@pytest.mark.parametrize(
    ("expected", "failed", "said"),
    [
        ("capacity 2 still fails", True, "confirmed"),
        ("capacity 2 still fails", False, "refuted"),
        ("it passes now", False, "confirmed"),
        ("it passes now", True, "refuted"),
        ("no longer fails", False, "confirmed"),
        ("it does not work yet", True, "confirmed"),
        ("raises ValueError", True, "confirmed"),
        ("three numbers", True, "open"),
        ("", False, "open"),
    ],
)
def test_expectation_against_what_the_run_showed(expected: str, failed: bool, said: str) -> None:
    """Plain words decide; where they do not tell, the person does."""
    assert outcome(expected, failed=failed) == said


@pytest.mark.parametrize("seed", range(30))
def test_interruption_comes_in_its_window(seed: int) -> None:
    """The seed alone decides what and when, between a quarter and three fifths of the time."""
    planned = plan(Random(seed), 600)
    assert 600 * EARLIEST <= planned.at <= 600 * LATEST
    assert planned == plan(Random(seed), 600)


def test_recovery_scores_going_back_and_the_small_fix(tell: Teller) -> None:
    """Three for the way back to what held, two for the smallest fix."""
    bad = tell().fails().edits("a").holds().edits("b").fails()
    back = recovered([*bad.edits("a").edits("c").submits().events], 50, "given")
    assert (back.points, back.went_back, back.small) == (5, True, True)
    on = tell().fails().edits("a").holds().edits("b").fails().edits("c")
    assert recovered(on.submits(changed=50).events, 50, "given").points == 0
