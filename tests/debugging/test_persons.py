"""Twenty persons work on the same exercise; a teacher would rank them like this."""

from collections.abc import Callable
from typing import Any

import pytest

CAUSE = "the eviction check runs before the insert"
WRONG = "the lock is missing"

Teller = Callable[..., Any]


def expert(t: Any) -> Any:
    """See it fail, name the cause, probe it, fix it once, prove it with own tests."""
    t.fails().thinks(CAUSE).fails(smaller=True).probe().edits().tests(8)
    return t.holds(target="own").submits()


def reader(t: Any) -> Any:
    """Read, write the cause, fix it at once."""
    return t.thinks(CAUSE).edits().submits()


def scientist(t: Any) -> Any:
    """Refute a first idea with an experiment, mark it, and find the cause."""
    t.fails().thinks(WRONG).probe().thinks(WRONG, "refuted").fails(smaller=True).thinks(CAUSE)
    return t.edits().tests(6).holds().submits()


def led_by_tests(t: Any) -> Any:
    """Write the tests first and let them lead; name the cause late in words."""
    t.fails().tests(8).fails(target="own").fails(smaller=True).probe().edits()
    return t.holds(target="own").submits()


def careful(t: Any) -> Any:
    """Do all of it but a test of one's own."""
    return t.fails().thinks(CAUSE).probe().probe().edits().holds().submits()


def hasty_expert(t: Any) -> Any:
    """Know it at once, hand it in without a look back."""
    return t.fails().thinks(CAUSE).edits().submits()


def late_thinker(t: Any) -> Any:
    """Try one edit first, then think."""
    t.fails().edits("a").fails().probe().probe().thinks(CAUSE, at=170).edits("b")
    return t.holds().submits()


def reverter(t: Any) -> Any:
    """Take a failed attempt back to a known state, then find the right one."""
    t.fails().probe().edits("a").fails().edits("b").fails().edits("a").probe()
    return t.edits("c").holds().submits()


def prober(t: Any) -> Any:
    """Print everywhere, write nothing down."""
    return t.fails().probe().probe().probe().edits().holds().submits()


def messy(t: Any) -> Any:
    """Do like the prober, with the prints left in and three times the lines."""
    return t.fails().probe().probe().edits().holds().submits(changed=7, residue=3)


def rewriter(t: Any) -> Any:
    """Throw the module away and write it anew."""
    return t.fails().edits().holds().submits(changed=60)


def breaker(t: Any) -> Any:
    """Change the public API so that it works."""
    return t.fails().edits().holds().submits(api_changed=True)


def copier(t: Any) -> Any:
    """Open all hints, paste what they say."""
    return t.hint(1).hint(2).hint(3).edits().submits()


def tinkerer(t: Any) -> Any:
    """Run, change, run, change, until it holds."""
    t.fails()
    for _ in range(6):
        t.edits().fails()
    return t.edits().holds().submits()


def guesser(t: Any) -> Any:
    """Hand in one guess after the other."""
    for passed in (1, 1, 1, 1, 3):
        t.edits().submits(passed)
    return t


def talker(t: Any) -> Any:
    """Write ten hypotheses, all wrong, and guess."""
    for number in range(10):
        t.thinks(f"maybe number {number} is wrong")
    for passed in (1, 1, 1, 3):
        t.edits().submits(passed)
    return t


def unlucky(t: Any) -> Any:
    """Work like an expert and run out of time."""
    t.fails().thinks(CAUSE).fails(smaller=True).probe().edits().fails().submits(2)
    return t.closes("time")


def half_way(t: Any) -> Any:
    """See it fail, look closer, leave."""
    return t.fails().thinks("eviction is off").probe().closes("abandoned")


def lost(t: Any) -> Any:
    """Guess without end and break what held."""
    for passed in (2, 1, 1, 0):
        t.edits().submits(passed)
    return t.closes("time")


def quitter(t: Any) -> Any:
    """Open it and leave."""
    return t.closes("abandoned")


BEST_FIRST = (
    (expert, reader, careful, hasty_expert, scientist),
    (led_by_tests, late_thinker),
    (prober, reverter),
    (messy,),
    (rewriter, breaker),
    (tinkerer, talker),
    (copier, guesser),
)
"""Those who solved it; within one group the order is a matter of taste."""

UNSOLVED_BEST_FIRST = (unlucky, half_way, lost, quitter)


HINTS = {1: 2, 2: 3, 3: 5}


def points(tell: Teller, person: Callable[[Any], Any]) -> int:
    """Points for steps, less what the opened hints cost of the 50."""
    told = person(tell())
    opened = {event.level for event in told.events if event.kind == "hint"}
    return int(told.score().points) - sum(HINTS[level] for level in opened)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (better, worse)
        for place, group in enumerate(BEST_FIRST)
        for lower in BEST_FIRST[place + 1 :]
        for better in group
        for worse in lower
    ],
    ids=lambda person: person.__name__,
)
def test_better_way_earns_more(
    tell: Teller, better: Callable[[Any], Any], worse: Callable[[Any], Any]
) -> None:
    """Of two who solved it, the one with the better way has more points for steps."""
    assert points(tell, better) > points(tell, worse)


def test_unsolved_are_ranked_by_their_way(tell: Teller) -> None:
    """An abandoned exercise keeps its steps."""
    earned = [points(tell, person) for person in UNSOLVED_BEST_FIRST]
    assert earned == sorted(earned, reverse=True)
    assert earned[-1] == 0


def test_expert_has_full_marks(tell: Teller) -> None:
    """Nothing more could have been done; a refuted guess before the cause costs nothing."""
    assert points(tell, expert) == points(tell, reader) == points(tell, scientist) == 30


def test_good_ways_pass_and_bad_ways_do_not(tell: Teller) -> None:
    """With the fix's 20 points: method decides on which side of 28 a solved exercise lies."""
    assert all(
        20 + points(tell, person) >= 28
        for person in (
            expert,
            reader,
            scientist,
            careful,
            late_thinker,
            led_by_tests,
            prober,
            reverter,
        )
    )
    assert all(20 + points(tell, person) < 28 for person in (copier, guesser))


def test_the_right_thought_needs_no_other_process(tell: Teller) -> None:
    """The cause written first and solved by the first edit: seeing it fail before costs nothing."""
    assert points(tell, hasty_expert) == points(tell, careful) == 30
