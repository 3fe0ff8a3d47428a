"""The editor for Python: colours, indentation that follows, search, go to line."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.style import Style
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import TextAreaTheme

from drill.tui.text import safe

if TYPE_CHECKING:
    from textual import events
    from textual.theme import Theme

LIMIT = 200_000
"""Characters a file may have here; the exercises are below 10,000."""
STEP = 4
"""Spaces of one indentation."""


def code_theme(theme: Theme) -> TextAreaTheme:
    """Make the colours of code from the palette of the app."""
    quiet = theme.variables["quiet"]
    words = Style(color=theme.primary)
    values = Style(color=theme.accent)
    return TextAreaTheme(
        name=f"code-{theme.name}",
        base_style=Style(color=theme.foreground, bgcolor=theme.background),
        gutter_style=Style(color=quiet, dim=True, bgcolor=theme.background),
        cursor_style=Style(color=theme.background, bgcolor=theme.foreground),
        cursor_line_style=Style(bgcolor=theme.surface),
        cursor_line_gutter_style=Style(color=quiet, bgcolor=theme.surface),
        bracket_matching_style=Style(bgcolor=theme.panel, bold=True),
        selection_style=Style(bgcolor=theme.panel),
        syntax_styles={
            "keyword": words,
            "keyword.function": words,
            "keyword.return": words,
            "keyword.operator": words,
            "conditional": words,
            "repeat": words,
            "exception": words,
            "include": words,
            "function": Style(color=theme.foreground, bold=True),
            "method": Style(color=theme.foreground, bold=True),
            "type.class": Style(color=theme.foreground, bold=True),
            "string": Style(color=theme.success),
            "comment": Style(color=quiet, italic=True),
            "number": values,
            "float": values,
            "boolean": values,
            "constant.builtin": values,
            "attribute": Style(color=theme.secondary),
        },
    )


class CodeEditor(TextArea):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "shift+tab",
            "dedent",
            "dedent",
            show=False,
            id="code.dedent",
            tooltip="Take one indentation away",
        ),
    ]

    class Capped(Message):
        """A paste was longer than what a file may have."""

    def __init__(self, text: str = "", *, read_only: bool = False, id: str | None = None) -> None:  # noqa: A002 - Textual's name
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
        """Let a new line begin where its block does."""
        if event.key == "enter" and not self.read_only:
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
        row, column = self.cursor_location
        line = self.document.get_line(row)
        spaces = min(STEP, len(line) - len(line.lstrip(" ")))
        if spaces and not self.read_only:
            self.replace("", (row, 0), (row, spaces))
            self.move_cursor((row, max(0, column - spaces)))

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
        if end[1] < self.scrollable_content_region.width - self.gutter_width:
            self.scroll_to(x=0, animate=False)  # the start of the line says more than the middle
        return True

    def swap(self, text: str) -> None:
        """Put another text in as one step that can be undone."""
        row, column = self.cursor_location
        self.replace(text, (0, 0), self.document.end, maintain_selection_offset=False)
        self.move_cursor((min(row, self.document.line_count - 1), column))


def _place(text: str, at: int) -> tuple[int, int]:
    """Give row and column of an offset."""
    row = text.count("\n", 0, at)
    return row, at - (text.rfind("\n", 0, at) + 1)
