"""The end of an exercise: every point with what earned it, and the way back through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from drill.tui.screens.base import Base
from drill.tui.text import plain, spaced
from drill.tui.widgets.rows import Rows
from drill.tui.widgets.scorebar import ScoreBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.debugging.card import ExerciseCard
    from drill.model.steps import Beside
    from drill.tui.widgets.rows import Row

_SHORT = {
    "error_quotient": "error quotient",
    "repeated_error_density": "repeated errors",
    "regressions": "regressions",
    "longest_without_run": "longest gap",
    "last_green": "last green",
}


class ExerciseCardScreen(Base[None]):
    CSS = """
    ExerciseCardScreen #page { height: 1fr; padding: 1 2 0 2; }
    ExerciseCardScreen #parts { margin: 1 0; max-width: 110; }
    """
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q", "close", "done", id="excard.close", tooltip="Back"),
        Binding(
            "t",
            "timeline",
            "timeline",
            id="excard.timeline",
            tooltip="Walk through every step and version",
        ),
        Binding(
            "c",
            "compare",
            "compare",
            id="excard.compare",
            tooltip="With the reference and your last attempt",
        ),
        Binding(
            "d",
            "debrief",
            "debrief",
            id="excard.debrief",
            tooltip="Root cause, and how to say it out loud",
        ),
        Binding("a", "again", "again", id="excard.again", tooltip="Start the same exercise anew"),
    ]

    def __init__(self, sitting: str) -> None:
        super().__init__()
        self._sitting = sitting
        self._card: ExerciseCard | None = None

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(id="page"):
            yield ScoreBar("DEBUGGING", self.glyphs, id="total")
            yield Rows(id="parts", gutter=21)

    def on_mount(self) -> None:
        self.top.title("Exercise")
        self.ask(lambda: self.drill.services.fix.review.card(self._sitting), self._loaded)

    def _loaded(self, card: ExerciseCard) -> None:
        self._card = card
        state = "solved" if card.solved else "not solved"
        self.top.title(f"{card.slug} {self.glyphs.joint} {state}", "scorecard")
        hit, miss = self.glyphs.hit, self.glyphs.wrong
        lines = f"pass 28 {hit if card.passed else miss}  aim 30 {hit if card.aim else miss}"
        self.query_one("#total", ScoreBar).show(card.points, f"{card.points}/{card.of}", lines)
        self.query_one("#parts", Rows).show(self._rows(card))

    def _rows(self, card: ExerciseCard) -> list[Row]:
        word, style = ("passed", "$success") if card.passed else ("not passed", "$warning")
        sums = f"fix {card.fix}/20 + steps {card.steps.points}/30"
        if card.hint_points:
            opened = ", ".join(str(level) for level in card.hints)
            sums += f" - hints {card.hint_points} (opened {opened})"
        rows: list[Row] = [
            (Content.styled(word, f"bold {style}"), f"{sums} = {card.points}/{card.of}"),
            ("", ""),
            (_label("fix", card.fix, FIX), plain(card.fix_why)),
        ]
        for name, part in card.steps.parts.items():
            rows.append((_label(spaced(name), part.points, part.of), plain(part.why)))
        if card.steps.beside is not None:
            rows += _beside(card.steps.beside)
        if card.next_time:
            rows.append(("", ""))
        for place, advice in enumerate(card.next_time):
            head = Content.styled("next time" if place == 0 else "", "bold $accent")
            rows.append(
                (head, Content.assemble(plain(f"{advice.says} "), (f"+{advice.points}", "$accent")))
            )
        return rows

    def action_close(self) -> None:
        self.app.pop_screen()

    def action_timeline(self) -> None:
        self.drill.open("timeline:TimelineScreen", self._sitting)

    def action_compare(self) -> None:
        self.drill.open("looking_back:CompareScreen", self._sitting)

    def action_debrief(self) -> None:
        self.drill.open("looking_back:DebriefScreen", self._sitting)

    def action_again(self) -> None:
        if self._card is not None:
            slug = self._card.slug
            self.drill.home()
            self.drill.fixing.offer(slug)


FIX = 20


def _label(name: str, points: int, of: int) -> Content:
    style = "$success" if points == of else "$warning"
    return Content.assemble(f"{name:<13}", (f"{points:>2}/{of}", style))


def _beside(beside: Beside) -> list[Row]:
    """Give the figures that are shown but never scored, each with its formula."""
    from drill.debugging.beside import FORMULAS  # noqa: PLC0415 - pydantic comes with it
    from drill.debugging.trace import clock  # noqa: PLC0415 - the same

    green = "never" if beside.last_green is None else clock(beside.last_green)
    values = {
        "error_quotient": f"{beside.error_quotient:.2f}",
        "repeated_error_density": f"{beside.repeated_error_density:.2f}",
        "regressions": str(beside.regressions),
        "longest_without_run": clock(beside.longest_without_run),
        "last_green": green,
    }
    rows: list[Row] = [("", ""), (Content.styled("beside it, not scored", "bold"), "")]
    for name, value in values.items():
        body = Content.assemble((f"{value}  ", "bold"), plain(FORMULAS[name], "$quiet"))
        rows.append((_SHORT[name], body))
    return rows
