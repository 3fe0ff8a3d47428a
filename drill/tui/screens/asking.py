"""Small questions over a screen: yes or no, and a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from drill.tui.screens.base import BaseModal
from drill.tui.text import plain
from drill.tui.widgets.answer import AnswerBox
from drill.tui.widgets.keyline import KeyLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget


class ConfirmScreen(BaseModal[bool]):
    """Ask for a yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y", "yes", "yes", id="confirm.yes", tooltip="Do it"),
        Binding("n", "leave", "no", id="confirm.no", tooltip="Leave it as it is", show=False),
    ]

    def __init__(self, question: str, detail: str) -> None:
        super().__init__()
        self._question = question
        self._detail = detail

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = plain(self._question).plain
            yield Static(plain(self._detail), markup=False)
            yield Static(classes="gap")
            yield KeyLine()

    def action_yes(self) -> None:
        self.dismiss(True)


class WriteScreen(BaseModal[str]):
    """Ask for a few words; `F9` or `enter` takes them."""

    CSS = """
    WriteScreen AnswerBox { height: 5; }
    """
    TYPED_INTO = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,f9",
            "take",
            "keep",
            id="write.take",
            tooltip="Keep what is written",
            priority=True,
        ),
    ]

    def __init__(self, title: str, detail: str = "", text: str = "", *, limit: int = 2_000) -> None:
        super().__init__()
        self._title = title
        self._detail = detail
        self._text = text
        self._limit = limit

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = plain(self._title).plain
            if self._detail:
                yield Static(plain(self._detail, "$quiet"), markup=False)
            yield AnswerBox(self._text, limit=self._limit)
            yield KeyLine()

    def on_mount(self) -> None:
        box = self.query_one(AnswerBox)
        box.move_cursor(box.document.end)
        box.focus()

    def on_answer_box_capped(self, event: AnswerBox.Capped) -> None:
        event.stop()
        self.app.notify(f"Only {self._limit:,} characters fit here", markup=False)

    def action_take(self) -> None:
        self.dismiss(self.query_one(AnswerBox).text)
