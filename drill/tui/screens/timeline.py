"""An exercise walked through: each step, and the code as it was then."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.debugging.trace import clock
from drill.tui.screens.base import Base
from drill.tui.text import plain, spaced
from drill.tui.themes import THEMES_BY_NAME
from drill.tui.widgets.code import CodeEditor
from drill.tui.widgets.pick import Pick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.services.fix_views import Moment

_WORDS = {"own_test": "own tests"}


class TimelineScreen(Base[None]):
    CSS = """
    TimelineScreen #panes { height: 1fr; layout: vertical; padding: 0 1; }
    TimelineScreen #list { width: 1fr; height: 45%; padding: 0 1; }
    TimelineScreen #says { padding: 0 1; min-height: 2; max-height: 4; color: $quiet; }
    TimelineScreen.-wide #panes { layout: horizontal; padding: 1 1 0 1; }
    TimelineScreen.-wide #list { height: 1fr; }
    TimelineScreen CodeEditor, TimelineScreen CodeEditor:focus {
        width: 1fr; height: 1fr; border: none; border-left: vkey $rule; padding: 0;
    }
    .-ascii TimelineScreen CodeEditor { border-left: ascii $rule; }
    """
    AUTO_FOCUS = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "escape,enter,q,t", "close", "back", id="timeline.close", tooltip="Back to the card"
        ),
        Binding(
            "tab",
            "app.focus_next",
            "steps or code",
            id="timeline.tab",
            tooltip="Between the steps and the code",
        ),
    ]

    def __init__(self, sitting: str) -> None:
        super().__init__()
        self._sitting = sitting
        self._moments: tuple[Moment, ...] = ()

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="panes"):
            with VerticalScroll(id="list", can_focus=False):
                yield Pick([], self.glyphs)
            yield CodeEditor("", read_only=True)
        yield Static("", id="says", markup=False)

    def on_mount(self) -> None:
        self.top.title("Timeline")
        self.query_one(CodeEditor).colour(THEMES_BY_NAME[self.app.theme])
        self.ask(lambda: self.drill.services.fix.review.timeline(self._sitting), self._listed)

    def _listed(self, moments: tuple[Moment, ...]) -> None:
        self._moments = moments
        self.query_one(Pick).show([self._line(one) for one in moments])
        self._show(0)

    def _line(self, one: Moment) -> Content:
        word = _WORDS.get(one.kind, one.kind)
        return Content.assemble(
            (f"{clock(one.t)}  ", "$quiet"),
            (f"{word:<11}", "bold"),
            plain(" ".join(one.says.split())),
            self._decided(one),
        )

    def _decided(self, one: Moment) -> Content:
        """Name the parts of the score that the step earned or cost points."""
        hit, wrong = self.glyphs.hit, self.glyphs.wrong
        earned = f"  {hit} {', '.join(spaced(part) for part in one.earned)}" if one.earned else ""
        cost = f"  {wrong} {', '.join(spaced(part) for part in one.cost)}" if one.cost else ""
        return Content.assemble((earned, "$success"), (cost, "$warning"))

    def on_pick_moved(self, event: Pick.Moved) -> None:
        self._show(event.at)

    def _show(self, at: int) -> None:
        if self._moments:
            one = self._moments[at]
            sha = one.sha
            word = _WORDS.get(one.kind, one.kind)
            said = " ".join(one.says.split())
            self.query_one("#says", Static).update(
                Content.assemble((f"{word}  ", "bold"), plain(said), self._decided(one))
            )
            self.top.title("Timeline", f"step {at + 1} of {len(self._moments)}")
            self.ask(lambda: self.drill.services.fix.review.text(self._sitting, sha), self._text)

    def _text(self, text: str) -> None:
        editor = self.query_one(CodeEditor)
        if editor.text != text:
            editor.load_text(text)

    def action_close(self) -> None:
        self.app.pop_screen()
