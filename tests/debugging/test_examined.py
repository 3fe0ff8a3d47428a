"""What an independent reading of the marking rules found wrong, each with its shortest trace."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.debugging import score

Teller = Callable[..., Any]
GIVEN = "given"


def discipline(told: Any) -> Any:
    return score(told.events, original=GIVEN).parts["discipline"]


def test_a_fix_broken_afterwards_is_no_full_mark(tell: Teller) -> None:
    """Solved at once, then edited and handed in broken: nothing is in full, no fix is small."""
    told = tell().fails().thinks().edits().holds().submits().edits().fails().submits(1)
    parts = told.closes("abandoned").score().parts
    assert parts["verify"].points == 1
    assert parts["smallest_fix"].points == 0
    assert parts["smallest_fix"].events == (5, 8)


def test_an_edit_after_the_fix_ends_full_marks(tell: Teller) -> None:
    """What was handed in keeps its size; the parts are read one by one."""
    parts = tell().thinks().edits().submits().edits().closes("abandoned").score().parts
    assert (parts["verify"].points, parts["smallest_fix"].points) == (1, 3)


def test_an_untried_edit_is_not_taken_back_by_the_way_back_to_it(tell: Teller) -> None:
    """b, c and b again before any run: b is tried blindly; one of four edits."""
    told = tell().fails().edits("b").edits("c").edits("b").fails().edits("d").holds().submits()
    assert discipline(told).points == 3
    assert discipline(told).events == (2,)


def test_the_same_text_twice_is_one_edit(tell: Teller) -> None:
    """The same hash is no return, and no edit either: two of three were blind."""
    told = tell().fails().edits("b").edits("b").fails().edits("c").edits("c").fails()
    assert discipline(told.edits("d").holds().submits()).points == 1


@pytest.mark.parametrize("tried", [True, False])
def test_a_return_takes_back_all_that_came_since(tell: Teller, tried: bool) -> None:
    """Failed with b, c failed or was never run, then the code as given: both are taken back."""
    told = tell().fails().edits("b").fails().edits("c")
    told = (told.fails() if tried else told).edits(GIVEN).probe().edits("d").holds().submits()
    assert discipline(told).points == 5
    assert "3 taken back" in discipline(told).why


@pytest.mark.parametrize(
    ("acts", "events", "says"),
    [
        (("holds", "edits", "holds"), (3,), "improved"),
        (("probe", "edits", "fails"), (1,), "looked or thought before"),
        (("fails", "edits", "edits"), (2, 3), "none of 2 edits was blind: 2 never tried"),
    ],
)
def test_full_discipline_says_what_decided_it(
    tell: Teller, acts: tuple[str, ...], events: tuple[int, ...], says: str
) -> None:
    """The line and the events are the true reason of each edit."""
    told = tell()
    for act in acts:
        getattr(told, act)()
    part = discipline(told)
    assert (part.points, part.events) == (5, events)
    assert says in part.why


def test_no_known_wrong_fix_is_no_fault_of_the_own_tests(tell: Teller) -> None:
    """They hold on the reference; there was nothing to catch."""
    why = tell().edits().tests(0, of=0).submits().score().parts["verify"].why
    assert why.startswith("no known wrong fix was there")


def test_the_event_that_marked_it_refuted_is_named(tell: Teller) -> None:
    """The point for the mark stands beside the event that made it."""
    told = tell().thinks("the lock is missing").probe().thinks("the lock is missing", "refuted")
    told = told.thinks().edits().fails().edits().submits()
    assert told.score().parts["hypothesis"].events == (1, 3, 4)


@pytest.mark.parametrize(
    ("at", "says"),
    [
        (120, "first written at 120 s, within 120 s (0.2 of the time) (+3)"),
        (121, "first written at 121 s, past 120 s, within 180 s (0.3 of the time) (+2)"),
        (240.5, "first written at 240.5 s, past 240 s (0.4 of the time) (+0)"),
    ],
)
def test_the_line_shows_the_limit_it_was_held_against(tell: Teller, at: float, says: str) -> None:
    """No rounded share that looks like the other side of a limit."""
    why = tell().fails().thinks("the lock is missing", at=at).score().parts["hypothesis"].why
    assert says in why


def test_full_marks_do_not_contradict_themselves(tell: Teller) -> None:
    """An own test that does not hold and three submissions in a row are not named beside them."""
    told = tell().thinks().edits().tests(8, holds=False).submits().submits().submits()
    parts = told.score().parts
    for name in ("discipline", "verify"):
        assert parts[name].points == parts[name].of
        assert parts[name].why == "in full: solved by the first edit with the cause written first"
        assert parts[name].events == (1, 2)


def test_one_more_run_that_held_never_costs_where_nothing_was_submitted(tell: Teller) -> None:
    """The example held; own tests held once more and fail under a probe at the end."""
    end = {"target": "own", "probe": True}
    lean = tell().holds().fails(**end).score().parts["verify"].points
    assert tell().holds(target="own").holds().fails(**end).score().parts["verify"].points == lean
