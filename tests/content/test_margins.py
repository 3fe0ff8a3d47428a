"""Right fixes must leave time before their deadlines."""

import pytest

from drill.content.margins import LEAST_MARGIN, WHOLE, Margins
from drill.model.run import CheckTime, RunVerdict, Timing


def ran(check_ms: float, run_ms: float = 1, verdict: str = "solved") -> RunVerdict:
    """Give a run whose check may take 1 s and which itself may take 4 s."""
    return RunVerdict.model_validate(
        {
            "slug": "x",
            "target": "hidden",
            "verdict": verdict,
            "tightest": CheckTime(check="scale/large", ms=check_ms, limit_ms=1000),
            "ms": Timing(wait=0, run=run_ms, total=run_ms),
            "limit_ms": 4000,
        }
    )


def test_the_nearest_deadline_counts() -> None:
    """A check's own deadline or that of the whole run, whichever is nearer."""
    margins = Margins()
    margins.keep("a.py", ran(100, run_ms=160))
    margins.keep("b.py", ran(100, run_ms=1000))
    (near,) = margins.narrowest()
    assert (near.file, near.check, near.times) == ("b.py", WHOLE, 4)
    assert not margins.too_narrow("a.py")
    assert margins.too_narrow("b.py")


def test_a_disturbed_run_is_forgiven_by_a_quiet_one() -> None:
    """Of several runs of one file the quickest says what it takes."""
    margins = Margins()
    margins.keep("a.py", ran(900))
    assert margins.too_narrow("a.py")
    margins.keep("a.py", ran(1000 / LEAST_MARGIN))
    assert not margins.too_narrow("a.py")
    margins.keep("a.py", ran(900))
    assert not margins.too_narrow("a.py")


def test_the_problem_names_the_check() -> None:
    """The author reads which check is too slow, and by how much."""
    margins = Margins()
    margins.keep("a.py", ran(500))
    error = margins.problem("a.py")
    assert error.file == "a.py"
    assert "scale/large takes 500 ms of 1000" in error.problem


@pytest.mark.parametrize("verdict", ["unsolved", "timeout"])
def test_only_solved_runs_are_timed(verdict: str) -> None:
    """A run that did not hold says nothing of what a right fix takes."""
    margins = Margins()
    margins.keep("a.py", ran(900, verdict=verdict))
    assert margins.narrowest() == ()
    assert not margins.too_narrow("a.py")
