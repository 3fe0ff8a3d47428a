"""A better engine marks the stored answers again, and both marks are kept."""

from drill.services.regrade import Regrade
from drill.services.views import SittingSpec
from tests.core_fakes import Desk


def test_regrading_keeps_the_first_mark(desk: Desk) -> None:
    """The new mark counts in card and history; the old one stands beside it and in the log."""
    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.answer("right")
    desk.answer("half")
    desk.practice.quit()
    again = desk.again()
    again.marker.version = "words-2"
    kind = again.marker.mark
    again.marker.mark = lambda answer, item: kind(answer.replace("half", "right"), item)  # type: ignore[method-assign]
    done = Regrade(
        log=again.log, bank=lambda: again.bank, marker=again.marker, clock=again.clock
    ).run()
    assert (done.sittings, done.answers, done.changed, done.verdicts) == (1, 2, 1, 1)
    item = again.practice.scorecard("desk-sitting-1").items[1]
    assert item.grade is not None
    assert item.first_grade is not None
    assert (item.grade.verdict, item.first_grade.verdict) == ("correct", "partial")
    row = again.log.history(1)[0]
    assert (row.cold, row.partial, again.log.totals().answers) == (2, 0, 2)
    assert again.log.events("desk-sitting-1")[-1].grader == "words-2"
    again.log.close()


def test_regrading_twice_changes_nothing_more(desk: Desk) -> None:
    """The same engine over the same answers writes no event."""
    desk.practice.start(SittingSpec(mode="grill", items=1))
    desk.answer("right")
    before = list(desk.log.lines())
    Regrade(log=desk.log, bank=lambda: desk.bank, marker=desk.marker, clock=desk.clock).run()
    assert list(desk.log.lines()) == before
