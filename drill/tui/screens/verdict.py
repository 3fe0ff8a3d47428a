"""The verdict: which of one's own words decided, what was missed, and how to say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from drill.tui.reviewlines import head, points, titled, words
from drill.tui.screens.asking import WriteScreen
from drill.tui.screens.overrule import Mark, OverruleScreen
from drill.tui.screens.sitting import SittingScreen
from drill.tui.text import plain
from drill.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.events import Key
    from textual.widget import Widget

    from drill.services.views import Review, View

STOPPED = 0.7
"""Seconds without a key after which one has stopped typing."""


class VerdictScreen(SittingScreen):
    CSS_PATH = "verdict.tcss"
    AUTO_FOCUS = "#found"
    LAST = "#note"
    GOES_ON = "next"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,space", "next", "next", id="verdict.next", tooltip="On to the next question"
        ),
        Binding(
            "o",
            "overrule",
            "overrule",
            id="verdict.overrule",
            tooltip="Put your own mark beside the engine's",
        ),
        Binding(
            "r",
            "reference",
            "reference",
            id="verdict.reference",
            tooltip="Show or hide the reference",
        ),
        Binding("n", "note", "note", id="verdict.note", tooltip="Write a note to this question"),
        Binding("u", "undo", "undo", id="verdict.undo", tooltip="Take the last step back"),
        Binding("f4,p", "pause", "pause", id="answer.pause", tooltip="Leave the sitting standing"),
    ]

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._open = _wants_reference(view.review)
        self._stray: float | None = None
        """When the last key came that was meant for the box; None once the person has stopped."""

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(id="found"):
            yield Static("", id="head", markup=False)
            with Horizontal(id="panes"):
                with Vertical(id="own"):
                    yield Static(plain(self.view.prompt), id="prompt", markup=False)
                    yield Static("", id="words", markup=False)
                    yield Rows(id="points")
                with Vertical(id="better"):
                    yield Static("", id="spoken", markup=False)
                    yield Static("", id="reference", markup=False)
                    yield Static("", id="note", markup=False)

    def on_mount(self) -> None:
        if self.view.review and _by_clock(self.view.review):
            self._stray = self.drill.monotonic()
        self._draw()
        if self._open and self.view.review and not self.view.review.reference_open:
            self.drill.sitting.do(lambda practice: practice.show_reference())

    def takes(self, key: Key) -> bool:
        """Refuse what was typed for a box that the clock has just taken away.

        Its letters would be commands here: the person has to stop for a moment first.
        """
        now = self.drill.monotonic()
        if self._stray is None or now - self._stray >= STOPPED:
            self._stray = None
            return super().takes(key)
        if not (key.is_printable or key.key in {"enter", "backspace"}):
            return super().takes(key)
        self._stray = now
        return False

    def on_screen_resume(self) -> None:
        self._name_place()

    def on_resize(self) -> None:
        self._name_place()

    def _name_place(self) -> None:
        counts = self.view.counts
        self.top.title(self.where, f"{counts.cold} cold of {counts.done} so far")

    def update_view(self, view: View) -> None:
        changed = (view.review, view.note, view.can_undo) != (
            self.view.review,
            self.view.note,
            self.view.can_undo,
        )
        super().update_view(view)
        if changed and self.built:
            self._draw()
            self.refresh_bindings()

    def _draw(self) -> None:
        review = self.view.review
        if review is None:
            return
        self._name_place()
        self.query_one("#head", Static).update(head(review, self.glyphs))
        self.query_one("#words", Static).update(words(review))
        self.query_one("#points", Rows).show(points(review, self.glyphs))
        self._part("#spoken", "Say it out loud", review.spoken)
        self._part("#reference", "Reference", review.reference if self._open else "")
        self._part("#note", "Your note", self.view.note)

    def _part(self, where: str, title: str, text: str) -> None:
        part = self.query_one(where, Static)
        part.display = bool(text)
        part.update(titled(title, text, self.glyphs))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        match action:
            case "overrule":
                return self.view.review is not None and self.view.review.grade is not None
            case "undo":
                return self.view.can_undo is not None
            case _:
                return True

    def action_next(self) -> None:
        self.go_on(lambda practice: practice.next())

    def action_reference(self) -> None:
        self._open = not self._open
        self._draw()
        if self._open:
            self.drill.sitting.do(lambda practice: practice.show_reference())

    def action_overrule(self) -> None:
        review = self.view.review
        if review is not None and review.grade is not None:
            self.app.push_screen(OverruleScreen(review), self._overruled)

    def _overruled(self, mark: Mark | None) -> None:
        if mark is not None:
            self.drill.sitting.do(lambda practice: practice.overrule(mark.verdict, mark.reason))

    def action_note(self) -> None:
        self.app.push_screen(WriteScreen("Note", "", self.view.note), self._noted)

    def _noted(self, text: str | None) -> None:
        if text is not None:
            self.drill.sitting.do(lambda practice: practice.note(text))

    def action_undo(self) -> None:
        self.drill.sitting.do(lambda practice: practice.undo())

    def action_pause(self) -> None:
        self.drill.sitting.do(lambda practice: practice.pause())


def _by_clock(review: Review) -> bool:
    return review.by_expiry or review.result.outcome == "expired"


def _wants_reference(review: Review | None) -> bool:
    """Unfold the reference at once where the answer was not right or the person has to mark it."""
    return review is not None and (
        review.reference_open or review.verdict != "correct" or review.asks_mark
    )
