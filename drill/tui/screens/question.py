"""One question: the prompt, the emptying clock and the box to answer in."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.tui.screens.asking import WriteScreen
from drill.tui.screens.sitting import SittingScreen
from drill.tui.text import counted, join, plain
from drill.tui.widgets.answer import AnswerBox

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.services.views import View

_SURE = ("", "a guess", "unsure", "fairly sure", "certain")


class QuestionScreen(SittingScreen):
    CSS_PATH = "question.tcss"
    AUTO_FOCUS = "AnswerBox"
    LAST = "#side"
    TYPED_INTO = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "submit_short",
            "submit",
            id="answer.submit",
            tooltip="Have the answer graded",
            priority=True,
        ),
        Binding(
            "f9",
            "submit",
            "submit",
            id="answer.submit_long",
            tooltip="Have the answer graded",
            priority=True,
        ),
        Binding(
            "f2,h",
            "hint",
            "hint",
            id="answer.hint",
            tooltip="Open a hint; the answer is then no longer cold",
        ),
        Binding(
            "f3,s",
            "skip",
            "skip",
            id="answer.skip",
            tooltip="Give this one up and see the reference",
        ),
        Binding(
            "f4,p",
            "pause",
            "pause",
            id="answer.pause",
            tooltip="Stop the clock; the question is hidden meanwhile",
        ),
        Binding(
            "f5,c",
            "confidence",
            "how sure",
            id="answer.confidence",
            tooltip="How sure, 1 to 4, before the verdict",
        ),
        Binding(
            "f6",
            "note",
            "note",
            id="answer.note",
            tooltip="Keep a note to it",
            priority=True,
        ),
        Binding("n", "note", "note", id="answer.note_plain", tooltip="Keep a note to it"),
        Binding(
            "f7",
            "dictate",
            "dictate",
            id="answer.dictate",
            tooltip="Run the dictation command of config.toml",
            priority=True,
        ),
        Binding("d", "dictate", "dictate", id="answer.dictate_plain", tooltip="The same"),
        Binding("1", "sure(1)", "guess", show=False, id="answer.sure1", tooltip="A guess"),
        Binding("2", "sure(2)", "unsure", show=False, id="answer.sure2", tooltip="Unsure"),
        Binding(
            "3", "sure(3)", "fairly sure", show=False, id="answer.sure3", tooltip="Fairly sure"
        ),
        Binding("4", "sure(4)", "certain", show=False, id="answer.sure4", tooltip="Certain"),
        Binding(
            "escape",
            "unbox",
            "plain keys",
            id="answer.unbox",
            show=False,
            tooltip="Leave or enter the box",
        ),
        Binding("i", "box", "type", id="answer.box", tooltip="Back into the box"),
    ]

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._dictating = False

    @property
    def long(self) -> bool:
        """Whether the answer has lines of its own: `enter` then begins a new one."""
        return self.view.kind in {"spoken", "long"}

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="page"):
            with Vertical(id="main"):
                with VerticalScroll(id="asked", can_focus=False):
                    yield Static(plain(self.view.prompt), id="prompt", markup=False)
                    yield Static("", id="hints", markup=False)
                yield AnswerBox(self.view.draft)
                yield Static("", id="state", markup=False)
            yield Static("", id="side", markup=False)

    def on_mount(self) -> None:
        box = self.query_one(AnswerBox)
        box.move_cursor(box.document.end)
        self.set_class(self.long, "-long")
        self.update_view(self.view)

    def on_screen_resume(self) -> None:
        self._name_place()

    def on_resize(self) -> None:
        self._name_place()

    def _name_place(self) -> None:
        self.top.title(self.where)

    def update_view(self, view: View) -> None:
        """Draw what a newer view changed; the box is the person's and stays as it is."""
        first = self.view is view
        changed = first or _shows(view) != _shows(self.view)
        super().update_view(view)
        if not self.built:
            return
        until = self.drill.monotonic() + view.left
        self.top.start(lambda: until - self.drill.monotonic(), view.total)
        if changed:
            self._name_place()
            self._draw()
            self.refresh_bindings()

    def _draw(self) -> None:
        view = self.view
        hints = [
            Content.assemble((f"hint {place}  ", "$warning"), plain(text))
            for place, text in enumerate(view.hints, start=1)
        ]
        self.query_one("#hints", Static).update(join(hints))
        self.query_one("#state", Static).update(self._state())
        self.query_one("#side", Static).update(self._side())

    def _state(self) -> Content:
        view = self.view
        parts = []
        if view.confidence:
            parts.append(plain(f"how sure {view.confidence}/4 {_SURE[view.confidence]}"))
        if view.hints:
            parts.append(plain("no longer cold", "$warning"))
        if view.note:
            parts.append(plain("note kept"))
        if self._dictating:
            parts.append(plain("listening", "$accent"))
        return join(parts, f"  {self.glyphs.joint}  ")

    def _side(self) -> Content:
        """Tell the sitting so far; shown where there is room for it."""
        view, counts = self.view, self.view.counts
        rows = [
            Content.styled("So far", "bold"),
            Content.assemble((f"{counts.cold:>3} ", "bold $success"), "cold"),
            Content(f"{counts.warm + counts.helped:>3} warm or helped"),
            Content(f"{counts.partial:>3} partial"),
            Content(f"{counts.incorrect + counts.skipped:>3} not"),
            Content(),
            Content(f"{view.of - view.position:>3} still to come"),
        ]
        if view.minutes_left is not None:
            rows.append(Content(f"{view.minutes_left:>3.0f} min to the cap"))
        rows.append(Content())
        rows.append(Content.styled(counted(view.hints_left, "hint") + " left", "$quiet"))
        return join(rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        typing = isinstance(self.focused, AnswerBox)
        config = self.drill.config
        asked = config is None or config.sitting.ask_confidence
        return {
            "submit_short": not self.long or not typing,
            "submit": self.long,
            "hint": self.view.hints_left > 0,
            "confidence": asked,
            "sure": asked,
            "dictate": config is not None and bool(config.dictation.command),
            "box": not typing,
        }.get(action, True)

    def on_text_area_changed(self) -> None:
        self.hand_over()

    def hand_over(self) -> None:
        self.drill.sitting.draft(self.query_one(AnswerBox).text)

    def on_answer_box_capped(self, event: AnswerBox.Capped) -> None:
        if not event.taken:
            self.app.notify("The box is full: 20,000 characters.", timeout=3)
            return
        self.app.notify(
            f"The box holds 20,000 characters: {event.taken:,} of {event.offered:,} came in. "
            "What was there before stays.",
            markup=False,
        )

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def on_descendant_blur(self) -> None:
        self.refresh_bindings()

    def action_submit_short(self) -> None:
        self.action_submit()

    def action_submit(self) -> None:
        text = self.query_one(AnswerBox).text
        if not text.strip():
            self.app.notify("Nothing to grade yet. F3 skips this one.", timeout=3)
            return
        self.drill.sitting.do(lambda practice: practice.submit(text))

    def action_hint(self) -> None:
        self.drill.sitting.do(lambda practice: practice.hint())

    def action_skip(self) -> None:
        self.drill.sitting.do(lambda practice: practice.skip())

    def action_pause(self) -> None:
        self.hand_over()
        self.drill.sitting.do(lambda practice: practice.pause())

    def action_confidence(self) -> None:
        self.action_sure((self.view.confidence or 0) % 4 + 1)

    def action_sure(self, level: int) -> None:
        self.drill.sitting.do(lambda practice: practice.confidence(level))

    def action_note(self) -> None:
        self.app.push_screen(
            WriteScreen("Note", "The clock goes on. Shown again with the verdict.", self.view.note),
            self._noted,
        )

    def _noted(self, text: str | None) -> None:
        if text is not None:
            self.drill.sitting.do(lambda practice: practice.note(text))

    def action_unbox(self) -> None:
        """Leave the box for the plain keys, or go back into it."""
        if isinstance(self.focused, AnswerBox):
            self.set_focus(None)
        else:
            self.action_box()

    def action_box(self) -> None:
        self.query_one(AnswerBox).focus()

    def action_dictate(self) -> None:
        from drill.tui.dictation import dictate  # noqa: PLC0415 - only where it is asked for

        config = self.drill.config
        if config is None or self._dictating:
            return
        self._dictating = True
        self._draw()
        dictate(self, config.dictation.command, self.query_one(AnswerBox), self._dictated)

    def _dictated(self, problem: str) -> None:
        self._dictating = False
        if problem:
            self.drill.tell(problem)
        self._draw()


def _shows(view: View) -> tuple[object, ...]:
    return view.hints, view.hints_left, view.confidence, view.note, view.counts
