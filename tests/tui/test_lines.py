from __future__ import annotations

from textual.app import App, ComposeResult
from textual.content import Content

from drill.tui.widgets.lines import Lines


class LinesApp(App[None]):
    def compose(self) -> ComposeResult:
        yield Lines()


def drawn(lines: Lines) -> list[str]:
    return [lines.render_line(y).text.rstrip() for y in range(lines.size.height)]


async def test_what_does_not_fit_is_counted_and_reached() -> None:
    """The last row says how many lines are below; moving shows them all, and no further."""
    app = LinesApp()
    async with app.run_test(size=(20, 5)) as pilot:
        lines = app.query_one(Lines)
        lines.show(Content("\n".join(f"line {place}" for place in range(9))))
        await pilot.pause()
        assert drawn(lines) == ["line 0", "line 1", "line 2", "line 3", "5 more lines"]
        lines.move(3)
        assert drawn(lines) == ["line 3", "line 4", "line 5", "line 6", "2 more lines"]
        lines.move(99)
        assert drawn(lines)[:4] == ["line 5", "line 6", "line 7", "line 8"]
        lines.move(-99)
        assert drawn(lines)[0] == "line 0"


async def test_a_new_width_wraps_anew() -> None:
    """After a resize nothing is cut off at the old width."""
    app = LinesApp()
    async with app.run_test(size=(40, 5)) as pilot:
        lines = app.query_one(Lines)
        lines.show(Content("one two three four five"))
        await pilot.pause()
        assert drawn(lines)[0] == "one two three four five"
        await pilot.resize_terminal(10, 5)
        await pilot.pause()
        assert drawn(lines)[:3] == ["one two", "three four", "five"]
