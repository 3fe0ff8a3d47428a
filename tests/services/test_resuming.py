"""Leaving a sitting and coming back: the draft, the clock and the marks are as they were."""

from datetime import timedelta

import pytest

from drill.errors import StoreError, UsageError
from drill.services.views import SittingSpec
from tests.core_fakes import Desk

GRILL = SittingSpec(mode="grill")


def test_after_quit_the_clock_and_the_draft_are_as_they_were(desk: Desk) -> None:
    """Quitting pauses; days later the sitting goes on with the same seconds left."""
    desk.practice.start(GRILL)
    desk.clock.run(4)
    desk.practice.draft("half an ans")
    desk.clock.run(3)
    desk.practice.quit()
    desk.clock.run(86400 * 3)
    again = desk.again()
    (left,) = again.practice.resumable()
    view = again.practice.resume(left.sitting)
    assert (view.phase, view.paused_by, view.draft) == ("paused", "quit", "half an ans")
    assert again.practice.unpause().left == pytest.approx(13)
    again.log.close()


def test_after_a_kill_the_clock_stands_at_the_last_sign_of_life(desk: Desk) -> None:
    """Without a quit at most a second of the clock and half a second of typing are lost."""
    desk.practice.start(GRILL)
    for text in ("r", "ri", "rig"):
        desk.practice.draft(text)
        desk.clock.run(0.3)
        desk.practice.tick()
    for _ in range(40):
        desk.clock.run(0.1)
        desk.practice.tick()
    again = desk.again()
    (left,) = again.practice.resumable()
    view = again.practice.resume(left.sitting)
    assert (view.phase, view.paused_by, view.draft) == ("paused", "lost", "rig")
    assert 15.0 <= view.left <= 16.2
    again.log.close()


def test_an_answer_killed_before_its_mark_is_marked_on_resume(desk: Desk) -> None:
    """The submit is on disk before the engine runs; the next start marks it."""

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    desk.practice.start(GRILL)
    desk.marker.mark = dies  # type: ignore[assignment, method-assign]
    with pytest.raises(KeyboardInterrupt):
        desk.practice.submit("right")
    again = desk.again()
    del desk.marker.mark
    again.practice.resume("desk-sitting-1")
    view = again.practice.unpause()
    assert view.review is not None
    assert (view.review.answer, view.review.verdict) == ("right", "correct")
    again.log.close()


def test_a_sitting_nobody_touched_is_not_offered(desk: Desk) -> None:
    """Looking at the first question is nothing to come back to; a typed letter is."""
    desk.practice.start(GRILL)
    desk.practice.quit()
    assert desk.practice.resumable() == ()
    desk.practice.start(GRILL)
    desk.practice.draft("a")
    desk.practice.quit()
    assert len(desk.practice.resumable()) == 1


def test_a_finished_sitting_cannot_be_resumed(desk: Desk) -> None:
    """It is said so, and its scorecard is still there."""
    desk.practice.start(SittingSpec(mode="grill", items=1))
    desk.answer("right")
    with pytest.raises(UsageError, match="finished"):
        desk.practice.resume("desk-sitting-1")
    assert desk.practice.scorecard("desk-sitting-1").cold == 1


def test_discarding_ends_it_as_it_stands(desk: Desk) -> None:
    """A discarded sitting is in the history, finished, and no longer offered."""
    desk.practice.start(GRILL)
    desk.answer("right")
    desk.practice.quit()
    desk.practice.discard("desk-sitting-1")
    assert desk.practice.resumable() == ()
    card = desk.practice.scorecard("desk-sitting-1")
    assert (card.finished, card.cold, card.scaled_from) == (True, 1, 1)


def test_two_at_once_never_mix(desk: Desk) -> None:
    """Resumed elsewhere, the first drill is told at its next key and writes no more."""
    desk.practice.start(GRILL)
    desk.answer("right")
    desk.practice.draft("mine")
    other = desk.again("other")
    (left,) = other.practice.resumable()
    other.practice.resume(left.sitting)
    other.practice.unpause()
    other.practice.submit("right")
    with pytest.raises(StoreError, match="another window"):
        desk.practice.submit("wrong")
    assert desk.practice.view().draft == "mine"
    assert [item.answer for item in other.practice.scorecard().items[:2]] == ["right", "right"]
    other.log.close()


def test_a_live_sitting_is_marked_as_open_elsewhere(desk: Desk) -> None:
    """A second drill sees that the first one still runs."""
    desk.practice.start(GRILL)
    desk.practice.draft("a")
    desk.clock.run(1.5)
    desk.practice.tick()
    desk.clock.run(1.1)
    desk.practice.tick()
    other = desk.again("other")
    assert other.practice.resumable()[0].open_elsewhere
    other.clock.run(60)
    assert not other.practice.resumable()[0].open_elsewhere
    other.log.close()


def test_a_wall_clock_set_back_breaks_nothing(desk: Desk) -> None:
    """Clocks, order of history, schedule and resume do not hang on the wall clock."""
    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.answer("right")
    desk.clock.wall -= timedelta(days=400)
    desk.answer("right", 4)
    card = desk.practice.scorecard()
    assert (card.finished, card.cold) == (True, 2)
    assert card.think + card.write == pytest.approx(7)
    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.answer("wrong")
    desk.practice.quit()
    again = desk.again()
    assert again.practice.resume("desk-sitting-2").left == pytest.approx(20)
    assert [row.sitting for row in again.log.history(5)] == ["desk-sitting-2", "desk-sitting-1"]
    again.log.close()
