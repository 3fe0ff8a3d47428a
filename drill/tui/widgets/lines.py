"""Text that scrolls and changes often: a change repaints this widget alone, no layout is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

if TYPE_CHECKING:
    from textual import events


class Lines(ScrollView, can_focus=False):
    """Draws one content, wrapped to its width."""

    DEFAULT_CSS = """
    Lines { scrollbar-size: 1 1; scrollbar-gutter: stable; overflow-x: hidden; overflow-y: auto; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._content = Content()
        self._strips: list[Strip] = []

    def show(self, content: Content) -> None:
        """Draw `content` from its top."""
        self._content = content
        self._lay_out()
        self.scroll_to(y=0, animate=False)

    def on_resize(self, event: events.Resize) -> None:
        del event
        self._lay_out()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        if width > 0:
            self._strips = Visual.to_strips(self, self._content, width, None, self.visual_style)
            self.virtual_size = Size(width, len(self._strips))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        if place >= len(self._strips):
            return Strip.blank(width, self.rich_style)
        return self._strips[place].adjust_cell_length(width, self.rich_style)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._lay_out()
