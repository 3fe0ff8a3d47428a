"""The exercises: what is broken, how long it may take."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.tui.happened import flowing
from drill.tui.screens.base import Base
from drill.tui.text import join, plain
from drill.tui.widgets.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.model.exercise import Exercise


class ExercisesScreen(Base[None]):
    CSS_PATH = "exercises.tcss"
    AUTO_FOCUS = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "start", id="exercises.start", tooltip="The clock runs at once"),
        Binding(
            "r",
            "recovery",
            "recovery drill",
            id="exercises.recovery",
            tooltip="As before, but you are interrupted once",
        ),
        Binding("escape,q", "close", "back", id="exercises.close", tooltip="Back home"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._exercises: tuple[Exercise, ...] = ()

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="panes"):
            with VerticalScroll(id="list", can_focus=False):
                yield Pick([], self.glyphs)
            with VerticalScroll(id="about", can_focus=False):
                yield Static("", id="story", markup=False)

    def on_mount(self) -> None:
        self.top.title("Fix broken code")
        self.ask(self._read, self._listed)

    def _read(self) -> tuple[Exercise, ...]:
        services = self.drill.services
        services.runner.start()
        return services.exercises.sound()

    def _listed(self, exercises: tuple[Exercise, ...]) -> None:
        self._exercises = tuple(sorted(exercises, key=lambda one: (one.sheet.difficulty, one.slug)))
        self.top.title("Fix broken code", f"{len(exercises)} exercises")
        rows = [
            Content.assemble(
                plain(f"{one.slug:<24}"),
                (f"{one.sheet.minutes:>3} min  ", "$quiet"),
                ("+" * one.sheet.difficulty, "$accent"),
            )
            for one in self._exercises
        ]
        self.query_one(Pick).show(rows)
        self._about(0)

    def on_pick_moved(self, event: Pick.Moved) -> None:
        self._about(event.at)

    def on_pick_chosen(self) -> None:
        self.action_start()

    def _about(self, at: int) -> None:
        if not self._exercises:
            return
        sheet = self._exercises[at].sheet
        lines = [
            plain(sheet.title, "bold"),
            Content.styled(f"{sheet.topic} {self.glyphs.joint} {sheet.minutes} minutes", "$quiet"),
            Content(),
            plain(flowing(sheet.story)),
            Content(),
            plain(flowing(sheet.symptom), "$quiet"),
        ]
        self.query_one("#story", Static).update(join(lines))

    def action_start(self) -> None:
        if self._exercises:
            self.drill.fixing.offer(self._exercises[self.query_one(Pick).at].slug)

    def action_recovery(self) -> None:
        if self._exercises:
            seed = int(self.drill.monotonic() * 1000) % 100_000
            self.drill.fixing.offer(self._exercises[self.query_one(Pick).at].slug, seed)

    def action_close(self) -> None:
        self.app.pop_screen()
