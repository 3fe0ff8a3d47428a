"""Settings as rows: up and down between them, left and right through what each can be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.geometry import Size

    from drill.tui.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class Choice:
    """One row. `options` are `(value, words)`; a row without options takes a typed number."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    empty: str = "none"
    """Words for a number that was not typed."""

    @property
    def words(self) -> str:
        if not self.options:
            return self.value or self.empty
        return next((words for value, words in self.options if value == self.value), self.value)

    def moved(self, by: int) -> Choice:
        if not self.options:
            number = max(0, int(self.value or 0) + by)
            return replace(self, value=str(number) if number else "")
        values = [value for value, _ in self.options]
        place = values.index(self.value) if self.value in values else 0
        return replace(self, value=values[(place + by) % len(values)])


class Choices(Widget, can_focus=True):
    """A few rows of settings; posts `Changed` when one of them did."""

    DEFAULT_CSS = """
    Choices { height: auto; width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "up,k",
            "row(-1)",
            "row",
            id="choices.up",
            tooltip="The row above",
            key_display="up/down",
        ),
        Binding("down,j", "row(1)", "row", show=False, id="choices.down", tooltip="The row below"),
        Binding(
            "left", "move(-1)", "change", show=False, id="choices.left", tooltip="The value before"
        ),
        Binding(
            "right,space",
            "move(1)",
            "change",
            show=False,
            id="choices.right",
            tooltip="The next value",
        ),
    ]

    class Changed(Message):
        """A value changed."""

    def __init__(self, rows: Sequence[Choice], glyphs: Glyphs, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._rows = list(rows)
        self._glyphs = glyphs
        self._at = 0

    def value(self, name: str) -> str:
        return next(row.value for row in self._rows if row.name == name)

    def number(self, name: str) -> int | None:
        return int(self.value(name)) if self.value(name) else None

    def action_row(self, by: int) -> None:
        self._at = (self._at + by) % len(self._rows)
        self.refresh()

    def action_move(self, by: int) -> None:
        self._put(self._rows[self._at].moved(by))

    def on_key(self, event: events.Key) -> None:
        row = self._rows[self._at]
        if row.options:
            return
        if event.character and event.character in "0123456789":
            event.stop()
            self._put(replace(row, value=(row.value + event.character).lstrip("0")[:9]))
        elif event.key == "backspace":
            event.stop()
            self._put(replace(row, value=row.value[:-1]))

    def _put(self, row: Choice) -> None:
        self._rows[self._at] = row
        self.refresh()
        self.post_message(self.Changed())

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self._rows):
            again = self._at == event.y
            self._at = event.y
            if again:
                self.action_move(1)
            self.refresh()

    def render(self) -> Content:
        gutter = max(len(row.label) for row in self._rows) + 3
        lines = []
        for place, row in enumerate(self._rows):
            here = place == self._at and self.has_focus
            sign = self._glyphs.say if here else " "
            value = f"< {row.words} >" if row.options else row.words
            lines.append(
                Content.assemble(
                    (f"{sign} ", "$accent"),
                    (f"{row.label:<{gutter}}", "bold" if here else "$quiet"),
                    (value, "bold $primary" if here else "$foreground"),
                    (
                        f"  {self._glyphs.joint} type a number" if here and not row.options else "",
                        "$quiet",
                    ),
                )
            )
        return Content("\n").join(lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(self._rows)
