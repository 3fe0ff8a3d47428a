"""Every version that was run: compare, and go back with one key."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.debugging.trace import clock
from drill.tui.happened import diff_lines
from drill.tui.screens.base import Base
from drill.tui.text import counted
from drill.tui.widgets.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.services.fix_views import Version


class VersionsScreen(Base[tuple[str | None]]):
    """Gives `(hash,)` of the version to go back to, `(None,)` for the code as it was given."""

    CSS = """
    VersionsScreen #panes { height: 1fr; padding: 1 1 0 1; }
    VersionsScreen #list { width: 41; height: 1fr; padding: 0 1; }
    VersionsScreen #diff { width: 1fr; height: 1fr; padding: 0 1; border-left: vkey $rule; }
    .-ascii VersionsScreen #diff { border-left: ascii $rule; }
    """
    AUTO_FOCUS = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "back",
            "go back to it",
            id="versions.back",
            tooltip="Put this version into the editor; yours is kept",
        ),
        Binding(
            "d",
            "against",
            "against given / editor",
            id="versions.against",
            tooltip="Compare with the given code, or with the editor",
        ),
        Binding("escape,q", "leave", "close", id="versions.close", tooltip="Back to the editor"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._versions: tuple[Version, ...] = ()
        self._given = False

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="panes"):
            with VerticalScroll(id="list", can_focus=False):
                yield Pick([], self.glyphs)
            with VerticalScroll(id="diff", can_focus=False):
                yield Static("", id="lines", markup=False)

    def on_mount(self) -> None:
        self.ask(self._read, self._listed)

    def _read(self) -> tuple[Version, ...]:
        return self.drill.services.fix.versions()

    def _listed(self, versions: tuple[Version, ...]) -> None:
        self._versions = versions
        rows = []
        for one in versions:
            name = "as given" if one.number == 0 else f"version {one.number}"
            state = f"{self.glyphs.hit} held" if one.green else ""
            here = f"{' ' if state else ''}now" if one.current else ""
            rows.append(
                Content.assemble(
                    f"{name:<11}",
                    (f"{clock(one.t)} ", "$quiet"),
                    (f"{counted(one.changed, 'line'):<9}", "$quiet"),
                    (state, "$success"),
                    (here, "$accent"),
                )
            )
        self.query_one(Pick).show(rows, max(0, len(rows) - 1))
        self._compare()

    def on_pick_moved(self) -> None:
        self._compare()

    def _compare(self) -> None:
        if not self._versions:
            return
        one = self._versions[self.query_one(Pick).at]
        against = "the given code" if self._given else "the editor"
        self.top.title("Versions", f"compared with {against}")
        sha = None if one.number == 0 else one.sha
        if self._given:
            self.ask(lambda: self.drill.services.fix.diff(None, sha), self._compared)
        else:
            self.ask(lambda: self.drill.services.fix.diff(sha, None), self._compared)

    def _compared(self, lines: tuple[str, ...]) -> None:
        self.query_one("#lines", Static).update(diff_lines(lines))

    def action_against(self) -> None:
        self._given = not self._given
        self._compare()

    def action_back(self) -> None:
        if self._versions:
            one = self._versions[self.query_one(Pick).at]
            self.dismiss((None if one.number == 0 else one.sha,))

    def action_leave(self) -> None:
        self.dismiss(None)
