"""One's own mark beside the engine's, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from drill.tui.screens.base import BaseModal
from drill.tui.text import plain
from drill.tui.widgets.answer import AnswerBox
from drill.tui.widgets.choices import Choice, Choices
from drill.tui.widgets.keyline import KeyLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.model.grade import Verdict

_MARKS: tuple[Verdict, ...] = ("correct", "partial", "incorrect")


@dataclass(frozen=True, slots=True)
class Mark:
    verdict: Verdict
    reason: str


class OverruleScreen(BaseModal[Mark]):
    CSS = """
    OverruleScreen AnswerBox { height: 4; }
    """
    AUTO_FOCUS = "Choices"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,f9",
            "take",
            "set this mark",
            id="overrule.take",
            tooltip="Keep your mark beside the engine's",
            priority=True,
        ),
        Binding(
            "tab",
            "app.focus_next",
            "mark or reason",
            id="overrule.tab",
            tooltip="Between mark and reason",
        ),
    ]

    def __init__(self, verdict: Verdict | None, sure: bool) -> None:
        super().__init__()
        self._sure = sure
        self._start = verdict if verdict in _MARKS else "incorrect"

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = "Overrule"
            yield Choices(
                [Choice("mark", "Your mark", tuple((mark, mark) for mark in _MARKS), self._start)],
                self.glyphs,
            )
            need = (
                "Why (needed: the engine was sure)"
                if self._sure
                else "Why (may stay empty: the engine was not sure)"
            )
            yield Static(plain(need, "$quiet"), markup=False)
            yield AnswerBox(limit=1_000)
            yield KeyLine()

    def action_take(self) -> None:
        reason = self.query_one(AnswerBox).text.strip()
        if not reason and self._sure:
            self.app.notify("Say in a few words why: both marks are kept.", timeout=4)
            self.query_one(AnswerBox).focus()
            return
        chosen = self.query_one(Choices).value("mark")
        verdict = next(mark for mark in _MARKS if mark == chosen)
        self.dismiss(Mark(verdict, reason))
