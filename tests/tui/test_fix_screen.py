from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import screen_is, shown, shows, type_in, until
from fixrig import MENDED, SLUG, FakeRunner, fix_services
from textual import events

from drill.tui.app import DrillApp
from drill.tui.widgets.code import CodeEditor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from textual.pilot import Pilot

    from drill.bootstrap import Services

Rig = tuple[DrillApp, "FakeRunner", "Services"]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    services, runner = fix_services(tmp_path)
    app = DrillApp(services)
    yield app, runner, services
    runner.gate.set()
    app.fixing.shut()
    app.backend.post(services.close)
    app.backend.close()


async def opened(pilot: Pilot[Any]) -> CodeEditor:
    """Start the exercise and wait for its editor."""
    await shows(pilot, "fix broken code")
    app = pilot.app
    assert isinstance(app, DrillApp)
    app.fixing.start(SLUG)
    await screen_is(pilot, "FixScreen")
    await shows(pilot, "class InferenceCache")
    return app.screen.query_one("#code", CodeEditor)


def mend(editor: CodeEditor) -> None:
    editor.swap(editor.text.replace("        with self._lock:", MENDED, 1))


async def test_story_code_and_clock_are_there(rig: Rig) -> None:
    """The screen opens with the story, the broken code and a running clock."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        await shows(pilot, "No run yet. F5 runs the example.")
        await shows(pilot, "a hypothesis while the clock")
        assert f"{SLUG} · " in shown(pilot)
        assert "Contract" in shown(pilot)


async def test_a_run_shows_what_happened(rig: Rig) -> None:
    """F5 runs the example on the text in the editor; nothing of it is read as markup."""
    app, runner, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        await type_in(pilot, "# hm ")
        await pilot.press("f5")
        await shows(pilot, "run 1 · example · 21 ms")
        text = shown(pilot)
        assert "✘ failed" in text
        assert "AssertionError  broken.py:34" in text
        assert "kept = ['a', 'b', 'c']" in text
        assert "saw x[/2]" in text
        assert runner.requests[0].source == editor.text
        assert runner.requests[0].source.startswith("# hm ")


async def test_typing_goes_on_during_a_run_and_the_next_one_waits(rig: Rig) -> None:
    """A key is taken while code runs; a run asked for meanwhile judges the newer text."""
    app, runner, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        runner.gate.clear()
        await pilot.press("f5")
        await shows(pilot, "example runs")
        await type_in(pilot, "# one")
        assert editor.text.startswith("# one")
        await pilot.press("f9")
        await shows(pilot, "then submission, esc cancels")
        await type_in(pilot, " two")
        runner.gate.set()
        await shows(pilot, "run 2 · submitted")
        assert [one.target for one in runner.requests] == ["example", "hidden"]
        assert runner.requests[1].source.startswith("# one two")
        await shows(pilot, "List[Tensor] [b]grew[/b] past x[/2]")


async def test_a_run_can_be_cancelled(rig: Rig) -> None:
    """Esc ends a run; it counts for nothing."""
    app, runner, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        runner.gate.clear()
        await pilot.press("f5")
        await shows(pilot, "esc cancels")
        await pilot.press("escape")
        await until(pilot, lambda: app.fixing.running is None)
        await shows(pilot, "cancelled, counts for nothing")
        assert "failed" not in shown(pilot)
        assert "could not run" not in shown(pilot)


async def test_a_thought_is_written_and_marked(rig: Rig) -> None:
    """F8 keeps what is thought and expected; later it is marked as refuted."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await type_in(pilot, "eviction is late")
        await pilot.press("tab")
        await type_in(pilot, "three stay")
        await pilot.press("enter")
        await shows(pilot, "I think  eviction is late")
        await shows(pilot, "expect   three stay")
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await pilot.press("tab", "tab", "left", "enter")
        await shows(pilot, "refuted")


async def test_what_is_typed_is_a_new_thought_whatever_an_older_one_waits_for(rig: Rig) -> None:
    """After a run asks what became of a thought, F8 and letters write the next one."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await type_in(pilot, "the lock")
        await pilot.press("tab")
        await type_in(pilot, "three stay")
        await pilot.press("enter")
        await shows(pilot, "expect   three stay")
        await pilot.press("f5")
        await shows(pilot, "open   F8 says")
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await type_in(pilot, "level only")
        await pilot.press("enter")
        await shows(pilot, "I think  level only")
        view = app.fixing.view
        assert view is not None
        assert [(one.text, one.verdict) for one in view.thoughts] == [
            ("the lock", "open"),
            ("level only", "open"),
        ]


async def test_several_marks_and_a_new_thought_are_kept_together(rig: Rig) -> None:
    """Two older thoughts marked and a third written in one go: none of it is lost."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        for text in ("the lock", "the key"):
            await pilot.press("f8")
            await screen_is(pilot, "ThinkScreen")
            await type_in(pilot, text)
            await pilot.press("enter")
            await shows(pilot, f"I think  {text}")
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await type_in(pilot, "the order")
        await pilot.press("tab", "tab", "left", "down", "right", "enter")
        await shows(pilot, "I think  the order")
        view = app.fixing.view
        assert view is not None
        assert [(one.text, one.verdict) for one in view.thoughts] == [
            ("the lock", "refuted"),
            ("the key", "confirmed"),
            ("the order", "open"),
        ]


async def test_a_new_file_is_written_on_from_its_end(rig: Rig) -> None:
    """F7 opens the scratch file; what is typed next comes after what it begins with."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot)
        await pilot.press("f7")
        await shows(pilot, "from broken import *")
        await pilot.press("1")
        editor = app.screen.query_one("#scratch", CodeEditor)
        assert editor.text == "from broken import *\n\n1"


async def test_all_four_files_are_named_at_80_columns(rig: Rig) -> None:
    """The example can be found in a small terminal too."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await opened(pilot)
        await shows(pilot, "broken.py own.py scratch.py example.py")


async def test_the_same_symptom_is_told_once(rig: Rig) -> None:
    """A text that cannot be loaded fails every group for one reason."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        await pilot.press("f9")
        await shows(pilot, "the same")
        assert shown(pilot).count("[b]grew[/b]") == 1


async def test_what_is_found_shows_its_line_from_the_start(rig: Rig) -> None:
    """Searching never leaves the code scrolled to the side where the line fits."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        editor = await opened(pilot)
        assert editor.find("self.misses = 0")
        await pilot.pause(0.2)
        assert editor.scroll_x == 0


async def test_a_hint_names_its_price_first(rig: Rig) -> None:
    """F2 says what it costs; only a yes opens it."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        await pilot.press("f2")
        await shows(pilot, "It costs 2 points of the 50")
        await pilot.press("escape")
        await pilot.pause(0.2)
        assert "hint 1" not in shown(pilot)
        await pilot.press("f2")
        await screen_is(pilot, "ConfirmScreen")
        await pilot.press("enter")
        await shows(pilot, "hint 1")


async def test_going_back_to_a_version_is_one_key(rig: Rig) -> None:
    """Every text that was run can be compared and put back; the newer one is kept."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        given = editor.text
        mend(editor)
        await pilot.press("f5")
        await shows(pilot, "run 1 · example")
        await pilot.press("f12")
        await screen_is(pilot, "VersionsScreen")
        await shows(pilot, "version 1")
        await pilot.press("up")
        await shows(pilot, "as given")
        await shows(pilot, "+        with self._lock:  # mended")
        await pilot.press("enter")
        await screen_is(pilot, "FixScreen")
        await until(pilot, lambda: editor.text == given)
        await pilot.press("ctrl+z")
        await until(pilot, lambda: MENDED in editor.text)


async def test_solved_to_the_card_and_through_it(rig: Rig) -> None:
    """A submission that holds, the end, the card with its reasons, timeline and debrief."""
    app, _, _ = rig
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        await pilot.press("f5")
        await shows(pilot, "run 1 · example")
        mend(editor)
        await pilot.press("f9")
        await shows(pilot, "Solved. F10 ends it")
        await pilot.press("f10")
        await screen_is(pilot, "ConfirmScreen")
        await pilot.press("enter")
        await screen_is(pilot, "ExerciseCardScreen")
        await shows(pilot, "fix 20/20")
        await shows(pilot, "ran the example and saw it fail")
        await shows(pilot, "next time")
        await pilot.press("t")
        await screen_is(pilot, "TimelineScreen")
        await shows(pilot, "submitted")
        await pilot.press("end")
        await until(pilot, lambda: MENDED in app.screen.query_one(CodeEditor).text)
        await pilot.press("escape")
        await screen_is(pilot, "ExerciseCardScreen")
        await pilot.press("c")
        await shows(pilot, "the first attempt")
        await pilot.press("escape")
        await screen_is(pilot, "ExerciseCardScreen")
        await pilot.press("d")
        await shows(pilot, "root cause")
        await pilot.press("escape")
        await screen_is(pilot, "ExerciseCardScreen")
        await pilot.press("enter")
        await screen_is(pilot, "HomeScreen")


async def test_a_pause_hides_the_code(rig: Rig) -> None:
    """F4 stops the clock and hides everything; enter brings it back as it was."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        await type_in(pilot, "# note")
        await pilot.press("f4")
        await screen_is(pilot, "FixPausedScreen")
        assert "InferenceCache" not in shown(pilot)
        await pilot.press("enter")
        await screen_is(pilot, "FixScreen")
        assert editor.text.startswith("# note")


async def test_own_tests_get_a_file_of_their_own(rig: Rig) -> None:
    """The first F6 opens the file with a start, the next one runs it."""
    app, runner, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await opened(pilot)
        await pilot.press("f6")
        await shows(pilot, "def test_")
        assert runner.requests == []
        await pilot.press("f6")
        await shows(pilot, "own tests · 21 ms")
        assert runner.requests[0].target == "own"


async def test_search_and_go_to_line(rig: Rig) -> None:
    """ctrl+f selects the next place, ctrl+g offers the failing line."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        await pilot.press("ctrl+f")
        await screen_is(pilot, "LineScreen")
        await type_in(pilot, "popitem")
        await pilot.press("enter")
        await until(pilot, lambda: editor.selected_text == "popitem")
        await pilot.press("f5")
        await shows(pilot, "run 1 · example")
        await pilot.press("ctrl+g")
        await screen_is(pilot, "LineScreen")
        await pilot.press("enter")
        await until(pilot, lambda: editor.cursor_location[0] == 33)


async def test_new_lines_keep_their_indentation(rig: Rig) -> None:
    """After a colon the next line is one step deeper; shift+tab takes it away."""
    app, _, _ = rig
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        editor = await opened(pilot)
        editor.load_text("")
        await pilot.press("i", "f", "space", "x", "colon", "enter", "y", "enter", "shift+tab", "z")
        assert editor.text == "if x:\n    y\nz"


async def test_a_pasted_megabyte_is_refused_whole(rig: Rig) -> None:
    """What cannot be kept whole is not taken in part: code is never cut in the middle."""
    app, _, _ = rig
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        editor = await opened(pilot)
        before = editor.text
        editor.post_message(events.Paste("x = 1\n" * 200_000))
        await shows(pilot, "Nothing was changed")
        assert editor.text == before


async def test_resize_during_a_run(rig: Rig) -> None:
    """Down to 20x5 and back while code runs: the result is there afterwards."""
    app, runner, _ = rig
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await opened(pilot)
        runner.gate.clear()
        await pilot.press("f5")
        await shows(pilot, "example runs")
        await pilot.resize_terminal(20, 5)
        await shows(pilot, "Too small")
        runner.gate.set()
        await until(pilot, lambda: app.fixing.running is None)
        await pilot.resize_terminal(80, 24)
        await shows(pilot, "✘ failed")


async def test_a_left_exercise_comes_back(rig: Rig, tmp_path: Path) -> None:
    """Put away and started anew, the texts are as they were."""
    app, _, services = rig
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await opened(pilot)
        await type_in(pilot, "# half")
        await pilot.press("f5")
        await shows(pilot, "run 1")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.return_code is not None)
    app.backend.post(services.close).result(5)
    again, _ = fix_services(tmp_path)
    app = DrillApp(again)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await screen_is(pilot, "ResumeScreen")
        await pilot.press("enter")
        await screen_is(pilot, "FixPausedScreen")
        await pilot.press("enter")
        await screen_is(pilot, "FixScreen")
        assert app.screen.query_one("#code", CodeEditor).text.startswith("# half")
        await shows(pilot, "No run yet since you came back")
        await shows(pilot, "A cache stands in front of")
        await shows(pilot, "capacity < 0: ValueError")
        await pilot.press("f10")
        await pilot.pause(0.1)
    app.fixing.shut()
    app.backend.post(again.close)
    app.backend.close()
