"""Attempts at an exercise that were left open: go on with one, or start anew beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from drill.tui.screens.base import BaseModal
from drill.tui.screens.resume import ELSEWHERE, SHOWN
from drill.tui.text import plain
from drill.tui.widgets.keyline import KeyLine
from drill.tui.widgets.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from drill.services.views import Resumable

ANEW = ""
"""Given for a fresh attempt, in the place of a sitting."""


class LeftOpenScreen(BaseModal[str]):
    """Gives the sitting to go on with, or `ANEW`; esc opens nothing."""

    AUTO_FOCUS = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,r",
            "resume",
            "go on",
            id="left.go_on",
            tooltip="Paused first: code, thoughts and clock are as they were",
            priority=True,
        ),
        Binding(
            "n",
            "anew",
            "start anew",
            id="left.anew",
            tooltip="The code as it was given; the one left open is kept",
        ),
    ]

    def __init__(self, left: Sequence[Resumable]) -> None:
        super().__init__()
        self._left = left[:SHOWN]

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = "You left this one open"
            yield Pick([self._line(one) for one in self._left], self.glyphs)
            yield Static(classes="gap")
            if any(one.open_elsewhere for one in self._left):
                yield Static(plain(ELSEWHERE, "$warning"), markup=False)
                yield Static(classes="gap")
            said = "Started anew, it stays here and under r at home."
            yield Static(plain(said, "$quiet"), markup=False)
            yield Static(classes="gap")
            yield KeyLine()

    def _line(self, one: Resumable) -> str:
        return f"{one.title}  {one.last.astimezone().strftime('%a %d %b %H:%M')}"

    def action_resume(self) -> None:
        self.dismiss(self._left[self.query_one(Pick).at].sitting)

    def action_anew(self) -> None:
        self.dismiss(ANEW)
