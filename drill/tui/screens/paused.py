"""A sitting that stands: the question is hidden, the clock is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from drill.tui.screens.sitting import SittingScreen
from drill.tui.text import clock_text, counted, join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget


LOST = (
    "Every answer is there and the clock is where it stood; "
    "of what you typed the last second may be missing."
)


class PausedScreen(SittingScreen):
    CSS = """
    PausedScreen #middle { height: 1fr; align: center middle; }
    PausedScreen #word { width: 100%; text-align: center; }
    """
    GOES_ON = "go_on"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,f4,p,space",
            "go_on",
            "go on",
            id="pause.go_on",
            tooltip="Show the question and let the clock run",
        ),
        Binding(
            "f10,e",
            "finish",
            "end sitting",
            id="sitting.end",
            tooltip="End the sitting and see its scorecard",
        ),
        Binding(
            "escape,q",
            "put_away",
            "keep for later",
            id="pause.put_away",
            tooltip="Back home; the sitting can be resumed",
        ),
    ]

    def body(self) -> Iterable[Widget]:
        with Vertical(id="middle"):
            yield Static(self._word(), id="word", markup=False)

    def on_mount(self) -> None:
        self.top.title(self.where)
        left = self.view.left
        self.top.start(lambda: left, self.view.total)
        self.top.hold("paused")

    def _word(self) -> Content:
        view = self.view
        why = {
            "quit": "Here you left off.",
            "lost": "drill ended without a word here.",
        }.get(view.paused_by or "", "Paused.")
        kept = f"{clock_text(view.left)} on the clock"
        if view.draft:
            kept += f", {counted(len(view.draft), 'character')} in the box"
        lost = [] if view.paused_by != "lost" else [Content.styled(LOST, "$quiet")]
        return join(
            [
                Content.styled(why, "bold"),
                *lost,
                Content(),
                Content(kept),
                Content.styled(f"{view.counts.cold} cold so far", "$quiet"),
            ]
        )

    def action_go_on(self) -> None:
        self.go_on(lambda practice: practice.unpause())

    def action_put_away(self) -> None:
        self.drill.sitting.leave(self.drill.home)
