"""Small words of the command line: counts, signs, times."""

import pytest

from drill.cli.exercise import report
from drill.cli.stats import _minutes
from drill.cli.verb import counted, mark
from drill.content.margins import Margin
from drill.model.run import GroupResult, RunVerdict


@pytest.mark.parametrize(
    ("minutes", "says"),
    [(0.2, "under a minute"), (1.0, "1 minute"), (1.4, "1 minute"), (17.0, "17 minutes")],
)
def test_one_minute_is_not_several(minutes: float, says: str) -> None:
    """The word follows the number that is shown."""
    assert _minutes(minutes) == says


def test_counts_follow_their_number() -> None:
    """One question, no questions, a thousand with its comma."""
    assert [counted(n, "question") for n in (0, 1, 1234)] == [
        "0 questions",
        "1 question",
        "1,234 questions",
    ]


def test_what_holds_has_one_sign_everywhere() -> None:
    """A verdict on the command line uses the signs of the screens."""
    groups = (GroupResult(name="fault", passed=True), GroupResult(name="edges", passed=False))
    said = report(RunVerdict(slug="x", target="hidden", verdict="unsolved", groups=groups))
    assert f"{mark(True)} holds  fault" in said
    assert f"{mark(False)} fails  edges" in said
    assert not set("✓✗") & set(said)


@pytest.mark.parametrize(
    ("ms", "limit", "says"),
    [
        (0.4, 3054.0, "lru-eviction, edges/x: under 1 ms of 3.1 s are needed"),
        (180.0, 900.0, "lru-eviction, edges/x: 180 ms of 900 ms are needed"),
    ],
)
def test_the_tightest_deadline_is_said_in_times(ms: float, limit: float, says: str) -> None:
    """What is needed of what there is: no thousandfold that nobody can picture."""
    assert str(Margin("lru-eviction", "fixed.py", "edges/x", ms, limit, limit / ms)) == says
