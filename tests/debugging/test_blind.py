"""What trial and error can reach, to the point: every way of it, up to seven edits."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Literal

from hypothesis import given
from hypothesis import strategies as st

from drill.debugging import score
from drill.debugging.discipline import blind_edits
from drill.debugging.trace import Trace
from drill.model.steps import STEP, StepEvent, StepScore

Try = Literal["run", "submit", "both"]
"""How a wrong edit was tried."""
FIX = 20
PASS_LINE = 28

OPENED = {"kind": "opened", "slug": "x", "minutes": 10}
FAILED = {"kind": "ran", "target": "example", "failed": True, "error": "AssertionError"}
HELD = {"kind": "ran", "target": "example", "failed": False}
SIZE = {"groups": 4, "changed": 2, "reference_changed": 2}
UNSOLVED = {"kind": "submitted", "verdict": "unsolved", "groups_passed": 1, **SIZE}
SOLVED = {"kind": "submitted", "verdict": "solved", "groups_passed": 4, **SIZE}
TRIED: dict[Try, list[dict[str, Any]]] = {
    "run": [FAILED],
    "submit": [UNSOLVED],
    "both": [FAILED, UNSOLVED],
}


def told(tries: Sequence[Try], *, saw_first: bool, ran_last: bool) -> list[StepEvent]:
    """Edit, try, edit, try, without a look or a thought, until it is solved."""
    raw = [OPENED, *([FAILED] if saw_first else [])]
    for place, how in enumerate(tries):
        raw += [edit(place), *TRIED[how]]
    raw += [edit(len(tries)), *([HELD] if ran_last else []), SOLVED]
    return [STEP.validate_python({**act, "t": 10.0 * t}) for t, act in enumerate(raw)]


def edit(place: int) -> dict[str, Any]:
    return {"kind": "edited", "added": 1, "removed": 1, "sha": f"v{place}"}


def marked(events: Sequence[StepEvent]) -> StepScore:
    return score(events, root_cause=lambda _: 0.0)


def every_way(*, saw_first: bool) -> Iterator[tuple[int, StepScore]]:
    """Yield the number of edits and the score of each way, from two edits to seven."""
    for wrong in range(1, 7):
        for tries in product(TRIED, repeat=wrong):
            for ran_last in (False, True):
                events = told(tries, saw_first=saw_first, ran_last=ran_last)
                assert len(blind_edits(Trace(events))) == wrong
                yield wrong + 1, marked(events)


def most(*, saw_first: bool, reproduced: int) -> dict[int, int]:
    """Edits -> the most of 50 that trial and error reaches with so many points for reproduce."""
    best: dict[int, int] = defaultdict(int)
    for edits, result in every_way(saw_first=saw_first):
        if result.parts["reproduce"].points == reproduced:
            best[edits] = max(best[edits], FIX + result.points)
    return dict(best)


def test_blind_trial_and_error_stays_under_the_line() -> None:
    """Never seen to fail before it was handed in: 27 of 50 is the most, whatever was tried."""
    best = most(saw_first=False, reproduced=0)
    assert best == {2: 27, 3: 26, 4: 26, 5: 26, 6: 25, 7: 25}
    assert max(best.values()) < PASS_LINE


def test_seen_to_fail_between_the_tries() -> None:
    """The two points of the table for it lift few tries over the line; six and more stay under."""
    best = most(saw_first=False, reproduced=2)
    assert best == {2: 29, 3: 28, 4: 28, 5: 28, 6: 27, 7: 27}


def test_seen_to_fail_first() -> None:
    """The table gives 4 for it, 3 for a small fix, 1 for nothing broken: with the fix, 28."""
    assert most(saw_first=True, reproduced=4) == {2: 31, 3: 30, 4: 30, 5: 30, 6: 29, 7: 29}
    least = min(FIX + result.points for _, result in every_way(saw_first=True))
    assert least == FIX + 4 + 3 + 1 == PASS_LINE


noise = st.sampled_from(
    [
        {"kind": "hypothesis", "text": "idk", "verdict": "open"},
        {"kind": "hint", "level": 1},
        {"kind": "explained", "text": "no idea"},
        {"kind": "own_test", "holds_on_fixed": False, "caught": 0, "of": 6},
        {**FAILED, "target": "scratch", "error": "NameError", "probe": True},
        {**FAILED, "error": "SyntaxError"},
        {**FAILED, "error": "SyntaxError", "probe": True},
    ]
)
"""What looks like work and shows nothing."""


@given(
    st.lists(st.tuples(st.sampled_from(list(TRIED)), noise), min_size=1, max_size=12),
    st.integers(1, 40),
    st.booleans(),
)
def test_what_shows_nothing_lifts_nobody(
    tries: list[tuple[Try, dict[str, Any]]], changed: int, ran_last: bool
) -> None:
    """Empty thoughts, hints, slips and texts that do not compile leave a blind person under 28."""
    raw: list[dict[str, Any]] = [OPENED, edit(0), UNSOLVED]
    for place, (how, extra) in enumerate(tries, start=1):
        raw += [extra, edit(place), *TRIED[how]]
    raw += [edit(len(tries) + 1), *([HELD] if ran_last else []), {**SOLVED, "changed": changed}]
    events = [STEP.validate_python({**act, "t": 10.0 * t}) for t, act in enumerate(raw)]
    assert FIX + marked(events).points < PASS_LINE
