"""The editor for Python: colours, indentation that follows, search, go to line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.document._syntax_aware_document import SyntaxAwareDocument
from textual.geometry import Offset, Size
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from drill.tui.text import safe
from drill.tui.widgets.colours import code_theme, colours, shifted, touched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.document._document import EditResult
    from textual.document._edit import Edit
    from textual.strip import Strip
    from textual.theme import Theme
    from tree_sitter import Tree

LIMIT = 200_000
"""Characters a file may have here; the exercises are below 10,000."""
STEP = 4
"""Spaces of one indentation."""
WIDER = 16
"""Cells by which the width of a text wider than its room grows at once."""
_CURSOR = 3
"""Cells the cursor asks for: itself and a little room."""
DRAWN = 1024
"""Lines that are kept as they were drawn."""


@dataclass(frozen=True, slots=True)
class _Before:
    tree: Tree
    lines: int
    edit: Edit


class CodeEditor(TextArea):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "shift+tab",
            "dedent",
            "dedent",
            show=False,
            id="code.dedent",
            tooltip="Take one indentation away, from all picked lines",
        ),
        Binding(
            "ctrl+home",
            "document_start",
            "start",
            show=False,
            id="code.start",
            tooltip="To the start of the file; with shift it selects",
        ),
        Binding(
            "ctrl+end",
            "document_end",
            "end",
            show=False,
            id="code.end",
            tooltip="To the end of the file; with shift it selects",
        ),
        Binding("ctrl+shift+home", "document_start(True)", show=False),
        Binding("ctrl+shift+end", "document_end(True)", show=False),
        Binding(
            "ctrl+a",
            "select_all",
            "all",
            show=False,
            id="code.all",
            tooltip="Select the whole file",
        ),
    ]

    class Capped(Message):
        """A paste was longer than what a file may have."""

    def __init__(self, text: str = "", *, read_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        self._before: _Before | None = None
        """What an edit under way began from; None outside of one."""
        self._drawn: LRUCache[tuple[object, ...], Strip] = LRUCache(DRAWN)
        super().__init__(
            text,
            language="python",
            soft_wrap=False,
            tab_behavior="indent",
            read_only=read_only,
            show_line_numbers=True,
            id=id,
        )
        self.cursor_blink = False
        self.indent_width = STEP

    def colour(self, theme: Theme) -> None:
        """Take the colours of the app's theme."""
        made = code_theme(theme)
        self.register_theme(made)
        self.theme = made.name

    # what a key costs: only rows that changed are coloured, drawn and laid out anew

    def edit(self, edit: Edit) -> EditResult:
        document = self.document
        if isinstance(document, SyntaxAwareDocument):
            self._before = _Before(document._syntax_tree, document.line_count, edit)  # noqa: SLF001
        try:
            return super().edit(edit)
        finally:
            self._before = None

    def _build_highlight_map(self) -> None:
        self._line_cache.clear()
        document, query, before = self.document, self._highlight_query, self._before
        if query is None or not isinstance(document, SyntaxAwareDocument):
            self._highlights.clear()
            return
        rows: Iterable[int] = range(document.line_count)
        if before is not None:
            by = document.line_count - before.lines
            top, bottom = before.edit.top[0], before.edit.bottom[0]
            rows = touched(before.tree, document, top, bottom + by)
            kept = shifted(self._highlights, top, bottom, by)
        else:
            kept = {}
        self._highlights.clear()
        self._highlights.update(kept | colours(document, query, rows))

    def _refresh_size(self) -> None:
        """Tell the size in steps: each change of it lays the whole screen out anew."""
        width, height = self.document.get_size(self.indent_width)
        room, wide = self.scrollable_content_region.width, width + self.gutter_width + 1
        if wide > room:
            wide = -(-wide // WIDER) * WIDER
        self.virtual_size = Size(max(wide, room), height)
        self._refresh_scrollbars()

    def _render_line(self, y: int) -> Strip:
        row = y + self.scroll_offset.y
        if row >= self.document.line_count or self._is_marked(row):
            return super()._render_line(y)
        key = (
            row,
            self.document.get_line(row),
            tuple(self._highlights.get(row, ())),
            self.scroll_offset.x,
            self.size.width,
            self.virtual_size.width,
            self.gutter_width,
            self.theme,
        )
        strip = self._drawn.get(key)
        if strip is None:
            strip = self._drawn[key] = super()._render_line(y)
        return strip

    def _is_marked(self, row: int) -> bool:
        """Whether the cursor, the selection or a bracket that matches is on a row."""
        (one, _), (two, _) = self.selection
        bracket = self._matching_bracket_location
        return min(one, two) <= row <= max(one, two) or (bracket is not None and bracket[0] == row)

    async def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        if self.read_only:
            return
        text = safe(event.text.replace("\r\n", "\n").expandtabs(STEP))
        start, end = self.selection
        room = max(0, LIMIT - len(self.text) + len(self.selected_text))
        if len(text) > room:
            self.post_message(self.Capped())
            return
        self.move_cursor(
            self.replace(text, start, end, maintain_selection_offset=False).end_location
        )

    async def on_key(self, event: events.Key) -> None:
        """Let a new line begin where its block does; tab moves the picked lines."""
        (one, _), (two, _) = self.selection
        if event.key == "tab" and one != two and not self.read_only:
            event.stop()
            event.prevent_default()
            self._shift_lines(STEP)
        elif event.key == "enter" and not self.read_only:
            event.stop()
            event.prevent_default()
            row, column = min(self.selection)
            before = self.document.get_line(row)[:column]
            depth = len(before) - len(before.lstrip(" "))
            if before.rstrip().endswith(":"):
                depth += STEP
            start, end = self.selection
            result = self.replace("\n" + " " * depth, start, end, maintain_selection_offset=False)
            self.move_cursor(result.end_location)

    def action_dedent(self) -> None:
        if not self.read_only:
            self._shift_lines(-STEP)

    def _shift_lines(self, by: int) -> None:
        """Move the picked lines, or the one of the cursor, as one step that can be undone."""
        start, end = self.selection
        (top, _), (bottom, column) = sorted((start, end))
        if column == 0 and bottom > top:
            bottom -= 1
        old = [self.document.get_line(row) for row in range(top, bottom + 1)]
        new = [_shifted(line, by) for line in old]
        if new == old:
            return

        def moved(place: tuple[int, int]) -> tuple[int, int]:
            row, column = place
            if not top <= row <= bottom or (column == 0 and start != end):
                return place
            return row, max(0, column + len(new[row - top]) - len(old[row - top]))

        self.replace("\n".join(new), (top, 0), (bottom, len(old[-1])))
        self.selection = Selection(moved(start), moved(end))

    def go_to(self, line: int) -> None:
        """Put the cursor on a 1-based line and show it."""
        row = min(max(1, line), self.document.line_count) - 1
        text = self.document.get_line(row)
        self.move_cursor((row, len(text) - len(text.lstrip())), center=True)

    def find(self, words: str) -> bool:
        """Select the next place of `words` after the cursor, from the top again at the end."""
        if not words:
            return False
        text = self.text
        start = len(self.get_text_range((0, 0), max(self.selection)))
        at = text.find(words, start)
        if at < 0:
            at = text.find(words)
        if at < 0:
            return False
        self.move_cursor(_place(text, at), center=True)
        end = _place(text, at + len(words))
        self.move_cursor(end, select=True)
        return True

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Go no further right than the cursor asks for: lines are read from their start."""
        moved = super().scroll_cursor_visible(center, animate)
        wanted = self._cursor_offset[0] + _CURSOR + self.gutter_width
        if self.scroll_offset.x and wanted <= self.scrollable_content_region.width:
            self.scroll_to(x=0, animate=False)
        return moved

    def action_document_start(self, select: bool = False) -> None:
        self.move_cursor((0, 0), select=select)

    def action_document_end(self, select: bool = False) -> None:
        self.move_cursor(self.document.end, select=select)

    def swap(self, text: str) -> None:
        """Put another text in as one step that can be undone."""
        row, column = self.cursor_location
        self.replace(text, (0, 0), self.document.end, maintain_selection_offset=False)
        self.move_cursor((min(row, self.document.line_count - 1), column))


def _shifted(line: str, by: int) -> str:
    """Give a line further in, or out as far as it goes; an empty one stays empty."""
    if by > 0:
        return " " * by + line if line.strip() else line
    return line[min(-by, len(line) - len(line.lstrip(" "))) :]


def _place(text: str, at: int) -> tuple[int, int]:
    """Give row and column of an offset."""
    row = text.count("\n", 0, at)
    return row, at - (text.rfind("\n", 0, at) + 1)
