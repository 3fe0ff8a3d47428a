"""The verbs of a sitting, over a real history in a folder."""

from dataclasses import replace
from datetime import datetime

import pytest

from drill.errors import UsageError
from drill.services.views import SittingSpec
from tests.core_fakes import Desk, HandClock

GRILL = SittingSpec(mode="grill")


def test_a_quick_fire_asks_ten_twins_at_fifteen_seconds(desk: Desk) -> None:
    """Quick fire is the ten quick-fire questions, shuffled, 15 s each."""
    view = desk.practice.start(SittingSpec(mode="quick_fire"))
    assert (view.of, view.total, view.phase) == (10, 15.0, "answering")
    card = desk.practice.scorecard()
    assert {item.number for item in card.items} == set(range(41, 51))


def test_history_and_export_name_the_same_start(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sitting starts with its first event, in the row as in the export."""

    def slow(clock: HandClock) -> datetime:
        clock.run(0.02)
        return clock.wall

    monkeypatch.setattr(HandClock, "utc", slow)
    view = desk.practice.start(GRILL)
    desk.answer("right")
    first = desk.log.events(view.sitting)[0]
    assert desk.log.history(1)[0].started == first.at


def test_the_same_seed_asks_the_same_order(desk: Desk) -> None:
    """A shuffled sitting can be repeated by its seed, and another seed differs."""

    def order(seed: int) -> list[str]:
        desk.practice.start(SittingSpec(mode="grill", shuffle=True, seed=seed))
        return [item.id for item in desk.practice.scorecard().items]

    assert order(3) == order(3) != order(4)


def test_three_clocks(desk: Desk) -> None:
    """Thinking ends with the first letter, answering with the submit, reviewing with next."""
    practice, clock = desk.practice, desk.clock
    practice.start(GRILL)
    clock.run(4)
    practice.draft("r")
    clock.run(3)
    view = practice.submit("right")
    assert view.review is not None
    assert view.review.took == pytest.approx(7)
    clock.run(10)
    practice.next()
    item = practice.scorecard().items[0]
    assert (item.think, item.write, item.review) == pytest.approx((4, 3, 10))


def test_a_pause_stops_every_clock(desk: Desk) -> None:
    """Time in a pause counts for nothing, and the prompt is hidden meanwhile."""
    practice, clock = desk.practice, desk.clock
    practice.start(GRILL)
    clock.run(5)
    assert practice.pause().prompt == ""
    clock.run(1000)
    assert practice.tick().phase == "paused"
    assert practice.unpause().left == pytest.approx(15)


def test_expiry_grades_the_draft(desk: Desk) -> None:
    """When the time is up, what stands in the box is graded, to its last letter."""
    practice, clock = desk.practice, desk.clock
    practice.start(GRILL)
    practice.draft("rig")
    clock.run(19.9)
    practice.draft("right")
    clock.run(0.2)
    view = practice.tick()
    assert view.review is not None
    assert (view.review.answer, view.review.by_expiry) == ("right", True)
    assert (view.review.verdict, view.review.standing) == ("correct", "cold")


def test_expiry_over_an_empty_box_submits_nothing(desk: Desk) -> None:
    """No answer is made up: the item is expired, incorrect, and nothing was graded."""
    desk.practice.start(GRILL)
    desk.practice.draft("  ")
    desk.clock.run(21)
    view = desk.practice.tick()
    assert view.review is not None
    assert view.review.result.outcome == "expired"
    assert view.review.grade is None
    assert desk.marker.asked == []


def test_a_late_timer_changes_no_verdict(desk: Desk) -> None:
    """A tick after the submit, however late, leaves the answer and its mark alone."""
    practice, clock = desk.practice, desk.clock
    practice.start(GRILL)
    clock.run(19)
    before = practice.submit("right").review
    clock.run(100)
    after = practice.tick().review
    assert before is not None
    assert after is not None
    assert (after.answer, after.verdict, after.took) == (before.answer, "correct", before.took)


def test_a_submit_that_comes_late_is_kept_but_not_cold(desk: Desk) -> None:
    """A machine that slept through the limit costs the cold mark, never the answer."""
    desk.practice.start(GRILL)
    desk.clock.run(60)
    view = desk.practice.submit("right")
    assert view.review is not None
    assert (view.review.verdict, view.review.standing) == ("correct", "warm")


def test_blank_text_is_not_submitted(desk: Desk) -> None:
    """Enter over an empty box does nothing."""
    desk.practice.start(GRILL)
    assert desk.practice.submit(" \n ").phase == "answering"


def test_a_hint_makes_the_answer_helped(desk: Desk) -> None:
    """A right answer after a hint counts as helped."""
    practice = desk.practice
    practice.start(GRILL)
    view = practice.hint()
    assert (view.hints, view.hints_left) == (("think",), 2)
    practice.submit("right")
    assert practice.view().counts.helped == 1


def test_hints_end(desk: Desk) -> None:
    """No more hints are opened than there are."""
    desk.practice.start(GRILL)
    for _ in range(5):
        view = desk.practice.hint()
    assert len(view.hints) == 3
    assert view.hints_left == 0


def test_undo_opens_the_answer_again_and_it_is_no_longer_cold(desk: Desk) -> None:
    """After undo the text is in the box, the clock stands where it stood, cold is gone."""
    practice, clock = desk.practice, desk.clock
    practice.start(GRILL)
    clock.run(5)
    assert practice.submit("wrong").can_undo == "submit"
    clock.run(30)
    view = practice.undo()
    assert (view.phase, view.draft, view.left) == ("answering", "wrong", pytest.approx(15))
    practice.submit("right")
    assert practice.view().counts.warm == 1


def test_nothing_to_undo_once_the_time_is_gone(desk: Desk) -> None:
    """An answer graded by expiry cannot be taken back."""
    desk.practice.start(GRILL)
    desk.practice.draft("wrong")
    desk.clock.run(20.5)
    assert desk.practice.tick().can_undo is None
    assert desk.practice.undo().phase == "reviewing"


def test_overruling_keeps_both_marks(desk: Desk) -> None:
    """The person's mark counts, the engine's stays beside it; undo takes it back."""
    practice = desk.practice
    practice.start(GRILL)
    practice.submit("wrong")
    with pytest.raises(UsageError):
        practice.overrule("correct", " ")
    view = practice.overrule("correct", "said the same in other words")
    assert view.review is not None
    assert view.review.verdict == "correct"
    assert view.review.grade is not None
    assert view.review.grade.verdict == "incorrect"
    card = practice.scorecard()
    assert (card.cold, card.engine_cold, card.overruled) == (1, 0, 1)
    assert practice.undo().counts.incorrect == 1


def test_a_mark_is_not_overruled_by_itself(desk: Desk) -> None:
    """The same mark again is refused where the engine was sure, and says what would do."""
    desk.practice.start(GRILL)
    desk.practice.submit("wrong")
    with pytest.raises(UsageError, match="incorrect is the mark already: choose another"):
        desk.practice.overrule("incorrect", "so be it")
    desk.practice.overrule("correct", "the same in other words")
    view = desk.practice.overrule("incorrect", "no, it was not")
    assert view.review is not None
    assert view.review.verdict == "incorrect"
    assert desk.practice.scorecard().overruled == 0


def test_confirming_an_unsure_mark_is_not_counted_as_overruled(desk: Desk) -> None:
    """The person may agree with the best guess; then both marks are one."""
    desk.practice.start(GRILL)
    desk.practice.submit("maybe right")
    desk.practice.overrule("correct", "")
    card = desk.practice.scorecard()
    assert card.items[0].overruled == "correct"
    assert card.overruled == 0


def test_an_answer_can_be_looked_at_again(desk: Desk) -> None:
    """From its scorecard: prompt, answer, mark and reference, also when the bank lost the item."""
    desk.practice.start(SittingSpec(mode="grill", items=3))
    desk.answer("wrong")
    desk.practice.end()
    again = desk.again()
    shown = again.practice.answered("desk-sitting-1", 0)
    assert (shown.prompt, shown.index, shown.of) == ("What is 1?", 0, 3)
    assert (shown.review.answer, shown.review.verdict) == ("wrong", "incorrect")
    assert shown.review.reference == "It is 1."
    with pytest.raises(UsageError, match="3 items"):
        again.practice.answered("desk-sitting-1", 3)
    again.log.close()
    later = desk.again()
    later.bank = replace(later.bank, questions=later.bank.questions[1:])
    gone = later.practice.answered("desk-sitting-1", 0)
    assert "no longer in the question bank" in gone.prompt
    assert gone.review.answer == "wrong"
    later.log.close()


def test_an_unsure_engine_asks_for_a_mark_without_a_reason(desk: Desk) -> None:
    """Where the engine is not sure, the person marks, and need not say why."""
    practice = desk.practice
    practice.start(GRILL)
    view = practice.submit("maybe half")
    assert view.review is not None
    assert view.review.asks_mark
    view = practice.overrule("correct", "")
    assert view.review is not None
    assert not view.review.asks_mark


def test_confidence_is_given_before_the_reveal(desk: Desk) -> None:
    """After the submit it can no longer be changed."""
    practice = desk.practice
    practice.start(GRILL)
    practice.confidence(2)
    assert practice.confidence(4).confidence == 4
    practice.submit("right")
    assert practice.confidence(1).confidence == 4


def test_a_skip_shows_the_reference_and_is_not_cold(desk: Desk) -> None:
    """A skipped item is reviewed like another and counts as skipped."""
    view = desk.practice.start(GRILL)
    view = desk.practice.skip()
    assert view.review is not None
    assert view.review.reference == "It is 1."
    assert (view.counts.skipped, view.counts.incorrect) == (1, 0)


def test_the_minute_cap_ends_the_sitting_after_the_item(desk: Desk) -> None:
    """Past the cap the item on screen is finished, then no other is shown."""
    desk.practice.start(SittingSpec(mode="grill", minutes=0.1))
    desk.answer("right", 10)
    assert desk.practice.view().phase == "finished"
    card = desk.practice.scorecard()
    assert (card.of, card.not_reached, card.scaled_from) == (50, 49, 1)


def test_notes_stay_with_their_item(desk: Desk) -> None:
    """A note can be written while answering and while reviewing; the last one stays."""
    practice = desk.practice
    practice.start(GRILL)
    practice.note("ask again")
    practice.submit("right")
    assert practice.note("know it now").note == "know it now"
    assert practice.next().note == ""


def test_weak_asks_what_was_not_cold(desk: Desk) -> None:
    """The weak filter leaves out what was answered cold last time, and nothing else."""
    desk.practice.start(SittingSpec(mode="grill", items=3))
    for text in ("right", "wrong", "right"):
        desk.answer(text)
    weak = desk.practice.preview(SittingSpec(mode="grill", source="weak"))
    assert set(weak.pool) == {f"q{n:02}" for n in range(1, 51)} - {"q01", "q03"}


def test_nothing_fits_is_said(desk: Desk) -> None:
    """A choice without items is an error of use, and no sitting is left behind."""
    with pytest.raises(UsageError, match="nothing fits"):
        desk.practice.start(SittingSpec(mode="grill", only=("q99",)))
    assert not desk.practice.open


def test_odd_text_comes_back_as_it_was(desk: Desk) -> None:
    """Emoji, CJK, control characters, NUL and a lone surrogate survive the log."""
    text = "right 🦊 学習率 \x00\x1b[31m\u200b e\u0301 \ud800!"
    desk.practice.start(GRILL)
    desk.practice.draft(text)
    desk.practice.submit(text)
    desk.practice.quit()
    again = desk.again()
    again.practice.resume("desk-sitting-1")
    assert again.practice.scorecard().items[0].answer == text.replace("\ud800", "\ufffd")
    again.log.close()


def test_a_megabyte_is_taken(desk: Desk) -> None:
    """A pasted megabyte is saved once, not once a keystroke."""
    text = "right " + "x" * 2**20
    desk.practice.start(GRILL)
    desk.practice.draft(text)
    desk.clock.run(1)
    desk.practice.draft(text + "y")
    desk.practice.tick()
    size = sum(len(line) for line in desk.log.lines())
    assert size < 1.1 * 2**20
    assert desk.practice.view().draft == text + "y"


def test_a_mark_can_be_overruled_from_the_scorecard(desk: Desk) -> None:
    """Long after the sitting, any graded item takes the person's mark; card and history follow."""
    desk.practice.start(SittingSpec(mode="grill", items=3))
    desk.answer("wrong")
    desk.answer("right")
    desk.practice.skip()
    desk.practice.next()
    again = desk.again()
    card = again.practice.overrule_later("desk-sitting-1", 0, "correct", "same in my words")
    assert (card.cold, card.engine_cold, card.overruled) == (2, 1, 1)
    assert again.log.history(1)[0].cold == 2
    with pytest.raises(UsageError, match="no mark"):
        again.practice.overrule_later("desk-sitting-1", 2, "correct", "why not")
    with pytest.raises(UsageError, match="why"):
        again.practice.overrule_later("desk-sitting-1", 1, "incorrect", " ")
    assert again.practice.scorecard("desk-sitting-1").cold == 2
    again.log.close()


def test_a_mark_changed_later_counts_on_the_day_of_the_answer(desk: Desk) -> None:
    """Overruling a month later moves the item's next day from the answer, not from today."""
    desk.practice.start(SittingSpec(mode="grill", items=1))
    desk.answer("wrong")
    (missed,) = desk.log.cards()
    desk.clock.run(86400 * 30)
    desk.practice.overrule_later("desk-sitting-1", 0, "correct", "it was right")
    (card,) = desk.log.cards()
    assert card.reviewed == missed.reviewed
    assert missed.due < card.due < desk.clock.utc()
