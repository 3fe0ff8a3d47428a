"""A run that need not be thorough, and how long its checks took."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.runner.conftest import Run

HIDDEN = '''
import time
@check("fault")
def wrong(t):
    """Wrong."""
    assert t.candidate.answer() == 2
@check("edges", seconds=4)
def slow(t):
    """Slow."""
    time.sleep(0.2)
'''


def test_the_first_failure_ends_a_run_that_need_not_be_thorough(judge: "Run") -> None:
    """What comes after it is not judged and does not count as held; else all is judged."""
    wrong = "def answer(): return 1"
    short = judge(wrong, HIDDEN, thorough=False)
    assert (short.verdict, short.failed_check) == ("unsolved", "fault/wrong")
    assert [group.passed for group in short.groups] == [False, False]
    assert short.ms.run < 200
    whole = judge(wrong, HIDDEN)
    assert (whole.verdict, whole.failed_check) == ("unsolved", "fault/wrong")
    assert [group.passed for group in whole.groups] == [False, True]


def test_what_holds_is_judged_whole(judge: "Run") -> None:
    """Without a failure there is nothing to end early; the slowest check is named with its time."""
    held = judge("def answer(): return 2", HIDDEN, thorough=False)
    assert held.verdict == "solved"
    assert held.tightest is not None
    assert held.tightest.check == "edges/slow"
    assert held.tightest.ms >= 200
    assert 1 < held.tightest.margin < held.tightest.limit_ms / 200
