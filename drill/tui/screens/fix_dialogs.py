"""Small dialogs of the fix screen: a thought, a line of text, a pause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from drill.tui.screens.base import BaseModal
from drill.tui.text import clock_text, join, plain
from drill.tui.widgets.answer import AnswerBox
from drill.tui.widgets.choices import Choice, Choices
from drill.tui.widgets.keyline import KeyLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.model.steps import Belief
    from drill.services.fix_views import FixView


@dataclass(frozen=True, slots=True)
class Thought:
    """A new hypothesis, or what became of an older one."""

    text: str
    expect: str = ""
    mark: Belief | None = None


LINE = 1_000
"""Characters of a thought, and of what is expected."""
_MARKS: tuple[tuple[str, str], ...] = (
    ("open", "still open"),
    ("confirmed", "confirmed"),
    ("refuted", "refuted"),
)


class ThinkScreen(BaseModal[tuple[Thought, ...]]):
    """One line of what is thought, one of what is expected; older ones can be marked."""

    CSS = """
    ThinkScreen AnswerBox { height: 4; }
    ThinkScreen #expect { height: 3; }
    """
    AUTO_FOCUS = "#think"
    TYPED_INTO = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,f8", "take", "keep", id="think.keep", tooltip="Write it down", priority=True
        ),
        Binding(
            "tab",
            "app.focus_next",
            "next field",
            id="think.tab",
            tooltip="Thought, expectation, older ones",
            priority=True,
        ),
    ]

    def __init__(self, view: FixView) -> None:
        super().__init__()
        self._thoughts = view.thoughts
        self._offer = view.offer

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = "I think"
            if self._offer:
                yield Static(plain(self._offer, "$quiet"), markup=False)
            yield AnswerBox(limit=LINE, id="think")
            yield Static("and the next run will show", classes="quiet", markup=False)
            yield AnswerBox(limit=LINE, id="expect")
            if self._thoughts:
                yield Static("what became of (tab, tab, then ← →)", classes="quiet", markup=False)
                yield Choices(
                    [
                        Choice(str(place), thought.text[:44], _MARKS, thought.verdict)
                        for place, thought in enumerate(self._thoughts)
                    ],
                    self.glyphs,
                )
            yield KeyLine()

    def on_answer_box_capped(self, event: AnswerBox.Capped) -> None:
        event.stop()
        self.app.notify(f"Only {LINE:,} characters fit here", markup=False)

    def action_take(self) -> None:
        text = self.query_one("#think", AnswerBox).text.strip()
        expect = self.query_one("#expect", AnswerBox).text.strip()
        said = [Thought(text, expect)] if text else []
        self.dismiss((*self._marked(), *said))

    def _marked(self) -> list[Thought]:
        """Give each older thought whose mark was changed here."""
        marks: dict[str, Belief] = {"confirmed": "confirmed", "refuted": "refuted"}
        found = []
        for place, thought in enumerate(self._thoughts):
            value = self.query_one(Choices).value(str(place))
            if value != thought.verdict:
                found.append(Thought(thought.text, mark=marks.get(value, "open")))
        return found


class LineScreen(BaseModal[str]):
    """Ask for one line."""

    CSS = """
    LineScreen .box { width: 48; }
    """
    AUTO_FOCUS = "Input"
    TYPED_INTO = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "go", id="line.take", tooltip="Take it", priority=True),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            yield Input(self._text, max_length=200)
            yield KeyLine()

    def action_take(self) -> None:
        self.dismiss(self.query_one(Input).value)


class FixPausedScreen(BaseModal[None]):
    """The exercise stands; the code is hidden."""

    CSS = """
    FixPausedScreen { background: $background; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,f4,p,space",
            "go_on",
            "go on",
            id="pause.go_on",
            tooltip="Show the code and let the clock run",
        ),
        Binding(
            "escape,q",
            "put_away",
            "keep for later",
            id="pause.put_away",
            tooltip="Back home; it can be resumed",
        ),
        Binding(
            "ctrl+q",
            "app.leave",
            "quit",
            id="app.quit",
            tooltip="Quit; it can be resumed",
            show=False,
            priority=True,
        ),
    ]

    def __init__(self, view: FixView) -> None:
        super().__init__()
        self._view = view

    def body(self) -> Iterable[Widget]:
        why = {
            "quit": "Here you left off.",
            "lost": "drill ended without a word here. The clock is where it stood; of what you "
            "typed the last second may be missing.",
        }.get(self._view.paused_by or "", "The clock stands.")
        with Vertical(classes="box") as box:
            box.border_title = plain(self._view.slug).plain
            yield Static(
                join(
                    [
                        plain(why),
                        Content.styled(f"{clock_text(self._view.left)} on the clock", "$quiet"),
                    ]
                ),
                markup=False,
            )
            yield Static(classes="gap")
            yield KeyLine()

    def action_go_on(self) -> None:
        self.drill.fixing.do(lambda fix: fix.unpause())

    def action_put_away(self) -> None:
        self.drill.fixing.leave(self.drill.home)
