from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult
from textual.screen import Screen

from drill.tui.themes import DARK
from drill.tui.widgets.code import CodeEditor

if TYPE_CHECKING:
    import pytest

CODE = (Path(__file__).parents[2] / "buggy_snippets/lru-eviction/broken.py").read_text("utf-8")
PIECES = ["x", "(", ")", '"""', "'", "#", "def f", "\n", "\n\n", " ", "return ", "0.5", "@p\n", "é"]


class Bare(App[None]):
    def compose(self) -> ComposeResult:
        yield CodeEditor(CODE, id="code")

    def on_mount(self) -> None:
        self.register_theme(DARK)
        self.theme = DARK.name
        self.query_one(CodeEditor).colour(DARK)


def picture(editor: CodeEditor) -> list[str]:
    """Give what is drawn, with its styles."""
    return [str(list(editor.render_line(y))) for y in range(editor.size.height)]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
async def test_colours_after_edits_are_those_of_a_fresh_editor(seed: int) -> None:
    """What an edit leaves as it was is drawn as if all had been coloured anew."""
    rng = random.Random(seed)
    app = Bare()
    async with app.run_test(size=(80, 30)):
        editor = app.query_one(CodeEditor)
        for _ in range(12):
            row = rng.randrange(editor.document.line_count)
            start = (row, rng.randrange(len(editor.document.get_line(row)) + 1))
            last = min(row + rng.choice([0, 0, 0, 1, 3]), editor.document.line_count - 1)
            end = (last, rng.randrange(len(editor.document.get_line(last)) + 1))
            put = rng.choice(PIECES) if rng.random() < 0.8 else ""
            editor.replace(put, *sorted([start, end if rng.random() < 0.3 else start]))
        found = {row: marks for row, marks in editor._highlights.items() if marks}
        drawn = picture(editor)
        editor._drawn.clear()
        editor._build_highlight_map()
        assert found == {row: marks for row, marks in editor._highlights.items() if marks}
        assert drawn == picture(editor)


async def test_a_letter_in_the_longest_line_lays_nothing_out_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A key is one repaint of the editor: the screen around it stays as it was laid out."""
    app = Bare()
    async with app.run_test(size=(60, 20)) as pilot:
        editor = app.query_one(CodeEditor)
        await pilot.press("a", "b")
        await pilot.pause(0.1)
        layouts: list[Screen[object]] = []
        old = Screen._refresh_layout

        def counted(screen: Screen[object], *args: Any, **kwargs: Any) -> None:
            layouts.append(screen)
            old(screen, *args, **kwargs)

        monkeypatch.setattr(Screen, "_refresh_layout", counted)
        longest = max(range(editor.document.line_count), key=lambda n: len(editor.document[n]))
        editor.move_cursor((longest, 0))
        await pilot.pause(0.1)
        layouts.clear()
        await pilot.press("a", "b", "backspace")
        await pilot.pause(0.1)
        assert len(layouts) <= 1
        assert editor.document.get_line(longest).startswith("a")


LONG = "x = [" + "1, " * 60 + "]"


async def test_the_code_is_shown_from_its_start_after_a_long_line() -> None:
    """At the end of a long line it is scrolled; one line down it stands at the left again."""
    app = Bare()
    async with app.run_test(size=(60, 20)) as pilot:
        editor = app.query_one(CodeEditor)
        editor.load_text(f"{LONG}\ny = 1\n")
        await pilot.press("end")
        await pilot.pause(0.1)
        assert editor.scroll_offset.x > 0
        await pilot.press("down", "home", "right")
        await pilot.pause(0.1)
        assert editor.scroll_offset.x == 0
        await pilot.press("up", "end", "ctrl+end")
        await pilot.pause(0.1)
        assert editor.scroll_offset.x == 0


async def test_keys_for_the_whole_file() -> None:
    """ctrl+home, ctrl+end and ctrl+a do what they do in other editors; shift selects."""
    app = Bare()
    async with app.run_test(size=(60, 20)) as pilot:
        editor = app.query_one(CodeEditor)
        await pilot.press("ctrl+end")
        assert editor.cursor_location == editor.document.end
        await pilot.press("ctrl+home")
        assert editor.cursor_location == (0, 0)
        await pilot.press("ctrl+shift+end")
        assert editor.selected_text == editor.text
        await pilot.press("ctrl+shift+home", "down", "ctrl+a")
        assert editor.selected_text == editor.text
        await pilot.press("a")
        assert editor.text == "a"


async def test_tab_moves_the_picked_lines_and_loses_none() -> None:
    """Several lines picked: tab indents them, shift+tab takes it back; one ctrl+z each."""
    app = Bare()
    async with app.run_test(size=(60, 20)) as pilot:
        editor = app.query_one(CodeEditor)
        given = "a = 1\n\n  b = 2\nc = 3\n"
        editor.load_text(given)
        await pilot.press("shift+down", "shift+down", "shift+down", "tab")
        assert editor.text == "    a = 1\n\n      b = 2\nc = 3\n"
        await pilot.press("shift+tab")
        assert editor.text == given
        await pilot.press("tab", "ctrl+z")
        assert editor.text == given
