"""The figures beside the score, against their formulas by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.debugging.beside import FORMULAS, error_quotient, repeated_error_density
from drill.model.steps import Beside, Ran

Teller = Callable[..., Any]


def runs(errors: str) -> list[Ran]:
    """One letter a run: `.` holds, another letter is the error."""
    return [
        Ran(t=float(t), target="example", failed=e != ".", error=None if e == "." else e)
        for t, e in enumerate(errors)
    ]


@pytest.mark.parametrize(
    ("errors", "quotient"), [("...", 0), ("aaa", 1), ("ab.", 8 / 22), ("aab", 19 / 22), ("a", 0)]
)
def test_error_quotient(errors: str, quotient: float) -> None:
    """Per neighbouring pair 8 for two failures and 3 for the same error, of 11."""
    assert error_quotient(runs(errors)) == pytest.approx(quotient)


@pytest.mark.parametrize(
    ("errors", "density"), [("ab", 0), ("aa", 1 / 2), ("aaa", 4 / 3), ("aa.aa", 1), ("aabb", 1)]
)
def test_repeated_error_density(errors: str, density: float) -> None:
    """Rows of one error: repeats squared over repeats plus one, added up."""
    assert repeated_error_density(runs(errors)) == pytest.approx(density)


def test_hidden_under_three_runs(tell: Teller) -> None:
    """Two runs say nothing about a habit."""
    assert tell().fails().edits().holds().score().beside is None
    assert tell().fails().fails().edits().holds().score().beside is not None


def test_last_green_version_and_regressions(tell: Teller) -> None:
    """Held after the first edit, broken by the second: one regression, and where to go back to."""
    told = tell().fails().edits("good").holds().edits("bad").fails().closes("time")
    beside = told.score().beside
    assert (beside.last_green, beside.last_green_sha) == (30, "good")
    assert (beside.regressions, beside.longest_without_run) == (1, 20)


def test_each_figure_has_its_formula() -> None:
    """What the screen shows, the screen explains."""
    shown = set(Beside.model_fields) - {"runs", "last_green_sha"}
    assert shown == set(FORMULAS)
