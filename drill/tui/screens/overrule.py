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
    from drill.services.views import Review

_MARKS: tuple[Verdict, ...] = ("correct", "partial", "incorrect")


@dataclass(frozen=True, slots=True)
class Mark:
    verdict: Verdict
    reason: str


class OverruleScreen(BaseModal[Mark]):
    CSS = """
    OverruleScreen AnswerBox { height: 4; }
    OverruleScreen #lacks { height: 1; margin-bottom: 1; }
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

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._sure = review.grade is None or review.grade.sure
        self._mark = review.verdict
        self._reason = review.result.reason
        self._overruled = review.result.overruled is not None

    def body(self) -> Iterable[Widget]:
        start = self._mark or "incorrect"
        with Vertical(classes="box") as box:
            box.border_title = "Overrule"
            yield Choices(
                [Choice("mark", "Your mark", tuple((mark, mark) for mark in _MARKS), start)],
                self.glyphs,
            )
            yield Static(plain(self._need(), "$quiet"), markup=False)
            yield AnswerBox(self._reason, limit=1_000)
            yield Static("", id="lacks", markup=False)
            yield KeyLine()

    def _need(self) -> str:
        if self._sure:
            return "Why (needed: the engine was sure)"
        return "Why (may stay empty: the engine was not sure)"

    def on_choices_changed(self) -> None:
        self._say("")

    def on_text_area_changed(self) -> None:
        self._say("")

    def _say(self, what: str) -> None:
        self.query_one("#lacks", Static).update(plain(what, "$warning"))

    def action_take(self) -> None:
        box = self.query_one(AnswerBox)
        reason = box.text.strip()
        chosen = self.query_one(Choices).value("mark")
        verdict = next(mark for mark in _MARKS if mark == chosen)
        if self._sure and not self._overruled and verdict == self._mark:
            self._say(f"It is marked {verdict} already: left or right picks another mark.")
            self.query_one(Choices).focus()
        elif self._sure and not reason:
            self._say("Say in a few words why: both marks are kept.")
            box.focus()
        else:
            self.dismiss(Mark(verdict, reason))
