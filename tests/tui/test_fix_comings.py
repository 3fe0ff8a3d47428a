"""The ways into an exercise and out of it: left open, thrown away, not handed in, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import screen_is, shown, shows, type_in, until
from fixrig import MENDED, SLUG, FakeRunner, StandingClock, fix_services
from textual import events

from drill.tui.app import DrillApp
from drill.tui.screens.fix_dialogs import FixPausedScreen
from drill.tui.widgets.code import CodeEditor
from drill.tui.widgets.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from textual.pilot import Pilot

    from drill.bootstrap import Services


class HandClock(StandingClock):
    """Time that is moved by hand."""

    seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


Rig = tuple[DrillApp, "FakeRunner", "Services"]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    services, runner = fix_services(tmp_path)
    app = DrillApp(services)
    yield app, runner, services
    app.fixing.shut()
    app.backend.post(services.close)
    app.backend.close()


async def picked(pilot: Pilot[Any]) -> None:
    """Go to the list of exercises and start the one of the rig."""
    await shows(pilot, "fix broken code")
    await pilot.press("f")
    await shows(pilot, SLUG)
    pick = pilot.app.screen.query_one(Pick)
    at = next(n for n, line in enumerate(pick._lines) if line.plain.startswith(SLUG))
    pick.go(at)
    await pilot.press("enter")


async def working(pilot: Pilot[Any]) -> CodeEditor:
    await screen_is(pilot, "FixScreen")
    await shows(pilot, "InferenceCache")
    return pilot.app.screen.query_one("#code", CodeEditor)


async def put_away(pilot: Pilot[Any]) -> None:
    await pilot.press("f4")
    await screen_is(pilot, "FixPausedScreen")
    await pilot.press("q")
    await screen_is(pilot, "HomeScreen")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_an_exercise_left_open_is_offered_from_the_list(
    rig: Rig, size: tuple[int, int]
) -> None:
    """Put away untouched and picked again: it is gone on with, code and clock as they were."""
    app, _, services = rig
    async with app.run_test(size=size, notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        sitting = services.fix.view().sitting
        await put_away(pilot)
        await shows(pilot, "LEFT OPEN")
        await picked(pilot)
        await screen_is(pilot, "LeftOpenScreen")
        assert f"Fix {SLUG}" in shown(pilot)
        await pilot.press("enter")
        await screen_is(pilot, "FixPausedScreen")
        await pilot.press("enter")
        await working(pilot)
        assert services.fix.view().sitting == sitting


async def test_starting_anew_keeps_the_one_left_open(rig: Rig) -> None:
    """`n` gives the code as it was given; what was typed before is still there at home."""
    app, _, services = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await type_in(pilot, "# mine ")
        await put_away(pilot)
        await picked(pilot)
        await screen_is(pilot, "LeftOpenScreen")
        await pilot.press("n")
        editor = await working(pilot)
        assert "# mine" not in editor.text
        await put_away(pilot)
        left = await app.backend.call(lambda: services.fix.left(SLUG))
        assert len(left) == 2
        first = await app.backend.call(lambda: services.fix.resume(left[1].sitting))
        assert first.source.startswith("# mine ")


async def test_esc_on_the_offer_opens_nothing(rig: Rig) -> None:
    """Back to the list; neither a new attempt nor the old one was touched."""
    app, _, services = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await put_away(pilot)
        await picked(pilot)
        await screen_is(pilot, "LeftOpenScreen")
        await pilot.press("escape")
        await screen_is(pilot, "ExercisesScreen")
        assert not services.fix.is_open
        assert len(await app.backend.call(lambda: services.fix.left(SLUG))) == 1


async def test_an_end_without_an_act_is_said_to_count_for_nothing(rig: Rig) -> None:
    """F10 at once says so before and after; no card comes and the mean stays as it was."""
    app, _, services = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f10")
        await screen_is(pilot, "ConfirmScreen")
        assert "Nothing was done yet" in shown(pilot)
        await pilot.press("enter")
        await screen_is(pilot, "ExercisesScreen")
        await shows(pilot, "it counts for nothing")
        home = await app.backend.call(services.progress.home)
        assert home.debugging.mean is None


async def test_a_time_only_read_away_counts_for_nothing(tmp_path: Path) -> None:
    """The clock runs out over the story: that is said, and no card of nothing comes."""
    clock = HandClock()
    services, runner = fix_services(tmp_path, clock)
    app = DrillApp(services)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        clock.seconds += 3600
        await screen_is(pilot, "ExercisesScreen")
        await shows(pilot, "The time is over. Nothing was done")
        assert runner.requests == []
        home = await app.backend.call(services.progress.home)
        assert home.debugging.mean is None
    app.fixing.shut()
    app.backend.post(services.close)
    app.backend.close()


async def test_the_last_letter_before_f10_is_an_act(rig: Rig) -> None:
    """Typed and F10 in one go: the question knows of it."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("x", "f10", "f10")
        await screen_is(pilot, "ConfirmScreen")
        await pilot.pause(0.2)
        assert [type(screen).__name__ for screen in app.screen_stack].count("ConfirmScreen") == 1
        assert "the steps still count" in " ".join(shown(pilot).split())


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_code_that_cannot_be_read_is_not_submitted(rig: Rig, size: tuple[int, int]) -> None:
    """F9 says error, line and place, asks nobody, and ctrl+g offers the line."""
    app, runner, services = rig
    async with app.run_test(size=size, notifications=True) as pilot:
        await picked(pilot)
        editor = await working(pilot)
        editor.move_cursor(editor.document.end)
        editor.insert("\nx = [1,\n")
        await pilot.press("f9")
        await shows(pilot, "not submitted")
        line = editor.document.line_count - 1
        text = shown(pilot)
        assert f"SyntaxError  broken.py:{line}" in text
        assert "'[' was never closed" in text
        assert "x = [1," in text
        assert runner.requests == []
        assert services.fix.view().runs == 0
        await pilot.press("ctrl+g")
        await screen_is(pilot, "LineScreen")
        assert str(line) in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: editor.cursor_location[0] == line - 1)


async def test_the_clock_stands_while_help_is_read(rig: Rig) -> None:
    """F1 says so and hides the code; both ways of closing it let the clock run again."""
    app, _, services = rig
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        for close in ("f1", "escape"):
            await pilot.press("f1")
            await screen_is(pilot, "HelpScreen")
            await until(pilot, lambda: services.fix.view().phase == "paused")
            text = " ".join(shown(pilot).split())
            assert "The clock stands while this is open." in text
            assert "class InferenceCache" not in text
            await pilot.press(close)
            await screen_is(pilot, "FixScreen")
            await until(pilot, lambda: services.fix.view().phase == "working")


async def test_help_over_a_pause_leaves_it_a_pause(rig: Rig) -> None:
    """F4, F1, esc: the clock still stands."""
    app, _, services = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f4")
        await screen_is(pilot, "FixPausedScreen")
        await pilot.press("f1")
        await screen_is(pilot, "HelpScreen")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, FixPausedScreen))
        await pilot.pause(0.3)
        assert services.fix.view().phase == "paused"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_current_version_is_named_in_full(rig: Rig, size: tuple[int, int]) -> None:
    """A version that held and stands in the editor: both words are there, nothing is cut."""
    app, _, _ = rig
    async with app.run_test(size=size, notifications=True) as pilot:
        await picked(pilot)
        editor = await working(pilot)
        editor.swap(editor.text.replace("        with self._lock:", MENDED, 1))
        await pilot.press("f5")
        await shows(pilot, "run 1 ")
        await pilot.press("f12")
        await screen_is(pilot, "VersionsScreen")
        await shows(pilot, "✔ held now")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_run_says_its_facts_on_one_row(rig: Rig, size: tuple[int, int]) -> None:
    """Number, what ran and how long: no row breaks inside them, and none is a lone dot."""
    app, runner, _ = rig
    runner.total_ms = 12_345
    async with app.run_test(size=size, notifications=True) as pilot:
        await picked(pilot)
        editor = await working(pilot)
        editor.insert("# x ")
        await pilot.press("f9")
        await shows(pilot, "run 1 · submitted · 12.3 s")


async def test_pages_after_an_exercise_keep_their_margins(rig: Rig) -> None:
    """Debrief and comparison stand two cells in, and lines end before the widest screen does."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f5")
        await shows(pilot, "run 1 ")
        await pilot.press("f10")
        await screen_is(pilot, "ConfirmScreen")
        await pilot.press("enter")
        await screen_is(pilot, "ExerciseCardScreen")
        await shows(pilot, "not passed")
        await pilot.press("d")
        await screen_is(pilot, "DebriefScreen")
        await shows(pilot, "root cause")
        rows = [line.rstrip() for line in shown(pilot).splitlines()[2:-1]]
        assert all(line.startswith("  ") for line in rows if line)
        assert max(len(line) for line in rows if "to prevent" in line) <= 103


async def test_help_over_a_thought_stops_the_clock_too(rig: Rig) -> None:
    """F1 while a thought is written: the clock stands, and the words are still there after."""
    app, _, services = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await type_in(pilot, "the lock")
        await pilot.press("f1")
        await screen_is(pilot, "HelpScreen")
        await until(pilot, lambda: services.fix.view().phase == "paused")
        assert "Write it down" in shown(pilot)
        await pilot.press("f1")
        await screen_is(pilot, "ThinkScreen")
        await until(pilot, lambda: services.fix.view().phase == "working")
        await pilot.press("enter")
        await until(pilot, lambda: [t.text for t in services.fix.view().thoughts] == ["the lock"])


async def test_names_of_files_take_the_room_they_get(rig: Rig) -> None:
    """From 80 to 140 columns: the names stand apart again, without another key."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await shows(pilot, "broken.py own.py")
        await pilot.resize_terminal(140, 40)
        await shows(pilot, " broken.py   own.py ")


async def test_a_paste_too_long_for_a_thought_is_said(rig: Rig) -> None:
    """What does not fit is cut, and not in silence; emoji among it break nothing."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        app.post_message(events.Paste("👩‍🔬汉字 " * 2000))
        await shows(pilot, "Only 1,000 characters fit here")


async def test_x_at_home_ends_a_left_exercise(rig: Rig) -> None:
    """It is scored as it stands and offered no more, as any sitting."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f5")
        await until(pilot, lambda: app.fixing.view is not None and app.fixing.view.runs == 1)
        await put_away(pilot)
        await shows(pilot, "LEFT OPEN")
        await pilot.press("r")
        await screen_is(pilot, "ResumeScreen")
        await pilot.press("x")
        await screen_is(pilot, "HomeScreen")
        await until(pilot, lambda: "LEFT OPEN" not in shown(pilot))
        await shows(pilot, "mean ")


async def test_the_timeline_says_in_full_what_its_row_cuts(rig: Rig) -> None:
    """On the smallest screen the picked step and what it earned stand below the code."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await picked(pilot)
        await working(pilot)
        await pilot.press("f5")
        await shows(pilot, "run 1 ")
        await pilot.press("f10")
        await screen_is(pilot, "ConfirmScreen")
        await pilot.press("enter")
        await screen_is(pilot, "ExerciseCardScreen")
        await shows(pilot, "not passed")
        await pilot.press("t")
        await screen_is(pilot, "TimelineScreen")
        await shows(pilot, "step 1 of 3")
        await pilot.press("down")
        await shows(pilot, "step 2 of 3")
        below = " ".join(" ".join(shown(pilot).splitlines()[-5:]).split())
        assert "ran example failed" in below
        assert "✔ reproduce" in below
