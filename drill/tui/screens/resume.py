"""Sittings that were left before their end, offered at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from drill.tui.screens.base import BaseModal
from drill.tui.text import plain
from drill.tui.widgets.keyline import KeyLine
from drill.tui.widgets.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from drill.services.views import Resumable

SHOWN = 6
ELSEWHERE = (
    "A drill was at it seconds ago. If it is still open elsewhere, going on here takes the sitting "
    "over, and that one writes no more."
)


class ResumeScreen(BaseModal[tuple[str, str]]):
    """Gives `("resume", sitting)` or `("discard", sitting)`."""

    AUTO_FOCUS = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,r",
            "resume",
            "go on",
            id="resume.go_on",
            tooltip="Paused first; after a kill the last second of typing may be missing",
            priority=True,
        ),
        Binding(
            "x",
            "discard",
            "end it",
            id="resume.discard",
            tooltip="End it as it stands; it stays in the history",
        ),
        Binding("escape", "leave", "later", id="modal.leave", tooltip="Leave it for later"),
    ]

    def __init__(self, left: Sequence[Resumable]) -> None:
        super().__init__()
        self._left = left[:SHOWN]

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = "Go on where you left off?"
            yield Pick([self._line(one) for one in self._left], self.glyphs)
            if any(one.open_elsewhere for one in self._left):
                yield Static(classes="gap")
                yield Static(
                    plain(
                        ELSEWHERE,
                        "$warning",
                    ),
                    markup=False,
                )
            yield Static(classes="gap")
            yield KeyLine()

    def _line(self, one: Resumable) -> str:
        when = one.last.astimezone().strftime("%a %d %b %H:%M")
        done = "" if one.mode == "exercise" else f"{one.answered} of {one.of} answered, "
        return f"{self.glyphs.fit(one.title)}  {done}{when}"

    def _chosen(self) -> str:
        return self._left[self.query_one(Pick).at].sitting

    def action_resume(self) -> None:
        self.dismiss(("resume", self._chosen()))

    def action_discard(self) -> None:
        self.dismiss(("discard", self._chosen()))
