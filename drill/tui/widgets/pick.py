"""A short list of lines of which one is picked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from drill.tui.text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from drill.tui.glyphs import Glyphs


class Pick(Widget, can_focus=True):
    """Up and down move; what enter does is the screen's business."""

    DEFAULT_CSS = """
    Pick { height: auto; width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "up", show=False, id="pick.up", tooltip="The line above"),
        Binding("down,j", "step(1)", "down", show=False, id="pick.down", tooltip="The line below"),
        Binding("pageup", "step(-10)", "up", show=False, id="pick.pageup", tooltip="Ten lines up"),
        Binding(
            "pagedown", "step(10)", "down", show=False, id="pick.pagedown", tooltip="Ten lines down"
        ),
        Binding(
            "home", "step(-100000)", "first", show=False, id="pick.home", tooltip="The first line"
        ),
        Binding("end", "step(100000)", "last", show=False, id="pick.end", tooltip="The last line"),
    ]

    class Moved(Message):
        """Another line is picked."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Chosen(Message):
        """The picked line was clicked once more."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, lines: Sequence[Content | str], glyphs: Glyphs) -> None:
        super().__init__()
        self._lines = [_content(line) for line in lines]
        self._glyphs = glyphs
        self.at = 0

    def show(self, lines: Sequence[Content | str], at: int | None = None) -> None:
        self._lines = [_content(line) for line in lines]
        self.at = min(self.at if at is None else at, max(0, len(self._lines) - 1))
        self.refresh(layout=True)

    def action_step(self, by: int) -> None:
        self.go(self.at + by)

    def go(self, at: int) -> None:
        if not self._lines:
            return
        self.at = min(max(0, at), len(self._lines) - 1)
        self.refresh()
        self.scroll_to_region_of_line()
        self.post_message(self.Moved(self.at))

    def scroll_to_region_of_line(self) -> None:
        """Keep the picked line in sight of whatever scrolls around it."""
        if self.is_attached and self.parent is not None:
            line = Region(self.region.x, self.region.y + self.at, self.size.width, 1)
            for node in self.ancestors:
                if isinstance(node, Widget) and node.allow_vertical_scroll:
                    node.scroll_to_region(
                        line.translate(-node.content_region.offset + node.scroll_offset),
                        animate=False,
                    )
                    break

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self._lines):
            again = event.y == self.at
            self.go(event.y)
            if again:
                self.post_message(self.Chosen(self.at))

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def render(self) -> Content:
        room = max(4, self.content_size.width - 2)
        lines = []
        for place, line in enumerate(self._lines):
            here = place == self.at
            sign = Content.styled(
                f"{self._glyphs.say if here else ' '} ", "$accent" if self.has_focus else "$quiet"
            )
            text = line if line.cell_length <= room else line.truncate(room, ellipsis=True)
            lines.append(Content.assemble(sign, text.stylize_before("bold") if here else text))
        return Content("\n").join(lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return max(1, len(self._lines))


def _content(line: Content | str) -> Content:
    return line if isinstance(line, Content) else plain(line)
