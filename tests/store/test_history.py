"""The log is append-only, its summaries agree with it, and backups rotate."""

import json
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from drill.model.event import Event
from drill.model.history import Projection
from drill.services.export import Export
from drill.services.progress import Progress
from drill.services.views import SittingSpec
from drill.sitting.evolve import replay
from drill.sitting.project import history_row
from tests.core_fakes import Desk


def several(desk: Desk) -> None:
    """Take sittings of every kind of ending."""
    desk.practice.start(SittingSpec(mode="grill", items=4))
    for text in ("right", "wrong", "half", "maybe right"):
        desk.answer(text)
    desk.practice.start(SittingSpec(mode="quick_fire", seed=3))
    desk.practice.confidence(3)
    desk.answer("right")
    desk.practice.hint()
    desk.answer("right")
    desk.practice.submit("wrong")
    desk.practice.undo()
    desk.answer("right")
    desk.practice.skip()
    desk.practice.next()
    desk.practice.submit("wrong")
    desk.practice.overrule("correct", "same")
    desk.practice.submit("x")
    desk.practice.undo()
    desk.practice.end()
    desk.practice.start(SittingSpec(mode="long"))
    desk.answer("right", 50)
    desk.practice.submit("half")
    desk.practice.undo()
    desk.practice.quit()


def test_events_are_never_changed_or_deleted(desk: Desk) -> None:
    """The database itself refuses it."""
    several(desk)
    other = sqlite3.connect(desk.log.file)
    for statement in ("DELETE FROM event", "UPDATE event SET offset = 0"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            other.execute(statement)
    other.close()


def test_the_summaries_are_what_a_replay_gives(desk: Desk) -> None:
    """Each row of the history equals the fold of its sitting's events."""
    several(desk)
    rows = desk.log.history(10)
    assert len(rows) == 3
    for row in rows:
        events = desk.log.events(row.sitting)
        state = replay(events)
        assert row == history_row(state, started=events[0].at, last=events[-1].at)


def test_totals_and_days_follow_every_undo(desk: Desk) -> None:
    """The running sums equal the sums over the rows they stand for."""
    several(desk)
    rows = desk.log.history(10)
    decided = sum(r.cold + r.warm + r.helped + r.partial + r.incorrect + r.skipped for r in rows)
    totals = desk.log.totals()
    assert totals.answers == decided == sum(day.answers for day in desk.log.days(9))
    assert totals.seconds == pytest.approx(sum(row.minutes * 60 for row in rows))
    assert sum(day.cold for day in desk.log.days(9)) == sum(row.cold for row in rows)


def test_exports_agree_with_the_scorecard(desk: Desk) -> None:
    """JSONL folds to the same card, CSV has one row for each decided item of it."""
    several(desk)
    export = Export(desk.log)
    lines = list(export.jsonl("desk-sitting-2"))
    events = [Event.model_validate_json(line) for line in lines]
    card = desk.practice.scorecard("desk-sitting-2")
    assert [event.seq for event in events] == list(range(len(events)))
    table = list(export.csv("desk-sitting-2"))
    assert len(table) == 1 + card.of - card.not_reached
    assert sum(",cold," in line for line in table) == card.cold
    assert len(list(export.jsonl())) == sum(
        len(desk.log.events(row.sitting)) for row in desk.log.history(9)
    )
    assert all(json.loads(line)["body"]["kind"] for line in export.jsonl())


def test_home_agrees_with_the_last_answers(desk: Desk) -> None:
    """Cold on the home screen is the last answer of each question, not the best."""
    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.answer("right")
    desk.answer("right")
    progress = Progress(log=desk.log, clock=desk.clock, interview=lambda: None)
    assert progress.home().cold == 2
    desk.practice.start(SittingSpec(mode="grill", items=1))
    desk.answer("wrong")
    home = progress.home()
    assert (home.cold, home.asked, home.due.new) == (1, 2, 48)
    assert home.bands[0].of == 15
    assert home.bands[1].holds is None


def test_missed_items_are_due_the_next_day(desk: Desk) -> None:
    """A missed question comes back tomorrow, a cold one later; before the interview all do."""
    desk.practice.start(SittingSpec(mode="grill", items=2))
    desk.answer("right")
    desk.answer("wrong")
    progress = Progress(log=desk.log, clock=desk.clock, interview=lambda: None)
    assert progress.home().due.questions == ()
    desk.clock.run(86400 + 60)
    assert progress.home().due.questions == ("q02",)
    desk.clock.run(86400 * 4)
    assert progress.home().due.questions == ("q02",)
    soon = (desk.clock.utc() + timedelta(days=1)).date()
    urgent = Progress(log=desk.log, clock=desk.clock, interview=lambda: soon)
    assert set(urgent.home().due.questions) == {"q01", "q02"}


def test_backups_rotate_daily(desk: Desk) -> None:
    """One copy a day at most, seven are kept, each of them whole."""
    for day in range(10):
        again = desk.again(f"day{day}")
        again.clock.wall += timedelta(days=day)
        again.practice.start(SittingSpec(mode="grill", items=1))
        again.answer("right")
        again.log.close()
        more = desk.again("same-day")
        more.clock.wall = again.clock.wall + timedelta(hours=2)
        more.log.totals()
        more.log.close()
    made = sorted((desk.home / "backups").iterdir())
    assert len(made) == 7
    copy = sqlite3.connect(made[-1])
    assert copy.execute("SELECT count(*) FROM sitting").fetchone() == (10,)
    copy.close()


def test_a_copy_torn_by_a_kill_is_swept_away(desk: Desk) -> None:
    """What a killed drill left half written goes with the next daily copy."""
    several(desk)
    torn = desk.home / "backups" / "daily-20260101T000000Z.77.part"
    torn.parent.mkdir()
    torn.write_bytes(b"half")
    desk.log.close()
    assert not torn.exists()
    assert len(list(torn.parent.iterdir())) == 1


def test_a_copy_that_cannot_be_made_stops_nothing(desk: Desk) -> None:
    """The history is safe without it; the folder of copies is in the way of one here."""
    several(desk)
    (desk.home / "backups").write_text("in the way")
    desk.log.close()
    again = desk.again()
    assert len(again.log.history(9)) == 3
    again.log.close()


def test_a_failed_append_writes_nothing(desk: Desk) -> None:
    """Events and summaries go together or not at all."""
    desk.practice.start(SittingSpec(mode="grill"))
    events = desk.log.events("desk-sitting-1")
    before = (list(desk.log.lines()), desk.log.totals())
    bad = Projection(sitting=desk.log.history(1)[0] if desk.log.history(1) else _row(events))
    again = [event.model_copy(update={"seq": event.seq + 1}) for event in events]
    with pytest.raises(Exception, match="another window"):
        desk.log.append(again, bad)
    assert (list(desk.log.lines()), desk.log.totals()) == before


def _row(events: tuple[Event, ...]):  # noqa: ANN202
    return history_row(replay(events), started=events[0].at, last=events[-1].at)


def test_two_processes_write_at_once(desk: Desk) -> None:
    """Two drills take sittings at the same time over one file; neither loses an event."""
    script = Path(__file__).with_name("two.py")
    players = [
        subprocess.Popen([sys.executable, script, desk.home, name], stderr=subprocess.PIPE)
        for name in ("one", "two")
    ]
    for player in players:
        _, stderr = player.communicate(timeout=60)
        assert player.returncode == 0, stderr
    rows = desk.log.history(100)
    assert len(rows) == 20
    assert all((row.finished, row.cold) == (True, 5) for row in rows)
    assert desk.log.check() == ()
