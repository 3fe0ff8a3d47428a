"""Text that changes often: a change repaints this widget alone, no layout is made anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events

WHEEL = 3
"""Lines a turn of the wheel moves."""


class Lines(Widget):
    """Draws one content, wrapped to its width; its last row says how much is below."""

    DEFAULT_CSS = """
    Lines { height: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._content = Content()
        self._strips: list[Strip] = []
        self._blank = Strip.blank(0)
        self._word: Strip | None = None
        """The last row where more is below; None until it is drawn."""
        self._top = 0

    def show(self, content: Content) -> None:
        """Draw `content` from its top."""
        self._content = content
        self._top = 0
        self._lay_out()

    def move(self, by: int) -> None:
        """Go `by` lines down, or up when it is negative."""
        last = max(0, len(self._strips) - self.size.height + 1)
        self._top = min(max(0, self._top + by), last)
        self._word = None
        self.refresh()

    @property
    def below(self) -> int:
        """Lines that stand below what is seen, the last row being taken by the word for it."""
        hidden = len(self._strips) - self._top - self.size.height
        return hidden + 1 if hidden > 0 else 0

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._lay_out()

    def on_mouse_scroll_down(self) -> None:
        self.move(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self.move(-WHEEL)

    def _lay_out(self) -> None:
        """Make every line now: drawing one is then a look into a list."""
        width = self.size.width
        if width > 0:
            self._strips = self._made(self._content)
            self._blank = Strip.blank(width, self.rich_style)
        self._word = None
        self.refresh()

    def _made(self, content: Content) -> list[Strip]:
        width, style = self.size.width, self.rich_style
        strips = Visual.to_strips(self, content, width, None, self.visual_style)
        return [strip.adjust_cell_length(width, style) for strip in strips]

    def render_line(self, y: int) -> Strip:
        if self.below and y == self.size.height - 1:
            if self._word is None:
                self._word = self._made(Content.styled(f"{self.below} more lines", "$quiet"))[0]
            return self._word
        place = y + self._top
        return self._strips[place] if place < len(self._strips) else self._blank

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._lay_out()
