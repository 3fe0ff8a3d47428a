"""How one came back from the interruption is said as it was."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.debugging.recovery import recovered

Teller = Callable[..., Any]


@pytest.mark.parametrize(
    ("way", "points", "says"),
    [
        (lambda told: told.fails(), 3, "stayed on what held, and no small fix came of it"),
        (
            lambda told: told.edits("bad").fails().edits("given").edits("good").submits(),
            5,
            "went back to what held, then the smallest fix",
        ),
        (
            lambda told: told.edits("bad").fails().edits("worse").fails(),
            0,
            "went on from a state that did not hold, and no small fix came of it",
        ),
    ],
    ids=["stayed", "went back", "went on"],
)
def test_the_way_back_is_scored_and_said(
    tell: Teller, way: Callable[[Any], Any], points: int, says: str
) -> None:
    """Interrupted after the first failing run: who never left the given code did not go back."""
    told = way(tell())
    at = 25.0 if points != 3 else 15.0
    recovery = recovered(told.events, at, "given")
    assert (recovery.points, recovery.why) == (points, says)
