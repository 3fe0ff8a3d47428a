"""One answer of a past sitting: read again beside its reference, its mark overruled where wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from drill.tui.reviewlines import head, points, titled, words
from drill.tui.screens.base import Base
from drill.tui.screens.overrule import Mark, OverruleScreen
from drill.tui.text import plain
from drill.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.services.views import Answered


class AnswerScreen(Base[None]):
    CSS_PATH = "answer_card.tcss"
    AUTO_FOCUS = "#page"
    LAST = "#note"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "close", "back", id="looked.close", tooltip="Back to the card"),
        Binding(
            "o",
            "overrule",
            "overrule",
            id="looked.overrule",
            tooltip="Put your own mark beside the engine's",
        ),
        Binding(
            "right,n",
            "step(1)",
            "next answer",
            id="looked.next",
            tooltip="The answer after this one",
        ),
        Binding(
            "left,p",
            "step(-1)",
            "one before",
            id="looked.before",
            tooltip="The answer before this one",
        ),
    ]

    def __init__(self, sitting: str, index: int) -> None:
        super().__init__()
        self._sitting = sitting
        self._index = index
        self._shown: Answered | None = None

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(id="page"):
            for part in ("prompt", "head", "words"):
                yield Static("", id=part, markup=False)
            yield Rows(id="points")
            for part in ("reference", "spoken", "note"):
                yield Static("", id=part, markup=False)

    def on_mount(self) -> None:
        self._look()

    def _look(self) -> None:
        practice, sitting, index = self.drill.services.practice, self._sitting, self._index
        self.ask(lambda: practice.answered(sitting, index), self._loaded)

    def _loaded(self, shown: Answered) -> None:
        self._shown = shown
        review = shown.review
        joint = f" {self.glyphs.joint} "
        made = review.result
        name = f"question {made.number}" if made.number is not None else made.id
        self.top.title(
            f"{self.glyphs.fit(shown.title)}{joint}{name}", f"{shown.index + 1} of {shown.of}"
        )
        asked = made.outcome != "open"  # what is still to come in an open sitting stays hidden
        self.query_one("#prompt", Static).update(plain(shown.prompt if asked else ""))
        self.query_one("#head", Static).update(head(review, self.glyphs))
        self.query_one("#words", Static).update(words(review))
        self.query_one("#points", Rows).show(points(review, self.glyphs))
        self._part("#reference", "Reference", review.reference if asked else "")
        self._part("#spoken", "Say it out loud", review.spoken if asked else "")
        self._part("#note", "Your note", made.note)
        self.refresh_bindings()

    def _part(self, where: str, title: str, text: str) -> None:
        part = self.query_one(where, Static)
        part.display = bool(text)
        part.update(titled(title, text, self.glyphs))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        shown = self._shown
        match action:
            case "overrule":
                return shown is not None and shown.review.grade is not None
            case "step":
                by = next((by for by in parameters if isinstance(by, int)), 0)
                return shown is not None and 0 <= shown.index + by < shown.of
            case _:
                return True

    def action_step(self, by: int) -> None:
        last = self._shown.of - 1 if self._shown is not None else 0
        self._index = min(max(0, self._index + by), last)
        self.query_one("#page", VerticalScroll).scroll_home(animate=False)
        self._look()

    def action_overrule(self) -> None:
        if self._shown is not None:
            self.app.push_screen(OverruleScreen(self._shown.review), self._overruled)

    def _overruled(self, mark: Mark | None) -> None:
        if mark is not None:
            practice, sitting, index = self.drill.services.practice, self._sitting, self._index
            self.ask(
                lambda: practice.overrule_later(sitting, index, mark.verdict, mark.reason),
                lambda _: self._look(),
            )

    def action_close(self) -> None:
        self.app.pop_screen()
