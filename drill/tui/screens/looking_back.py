"""After an exercise: beside the reference and the last attempt; the root cause, out loud."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.tui.happened import diff_lines, flowing
from drill.tui.screens.base import Base
from drill.tui.text import join, plain, spaced
from drill.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.widget import Widget

    from drill.services.fix_views import Comparison, Debriefing, OwnTestsShown
    from drill.tui.glyphs import Glyphs


class PageScreen(Base[None]):
    CSS = """
    #page { height: 1fr; padding: 1 2 0 2; }
    Rows { max-width: 100; margin: 0 0 1 0; }
    """
    AUTO_FOCUS = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "close", "back", id="page.close", tooltip="Back to the card"),
    ]

    def __init__(self, sitting: str) -> None:
        super().__init__()
        self._sitting = sitting

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(id="page"):
            yield Rows(id="rows")
            yield Static("", id="text", markup=False)

    def action_close(self) -> None:
        self.app.pop_screen()


class CompareScreen(PageScreen):
    def on_mount(self) -> None:
        self.top.title("Compared")
        self.ask(lambda: self.drill.services.fix.review.comparison(self._sitting), self._loaded)

    def _loaded(self, both: Comparison) -> None:
        before = "the first attempt" if both.before is None else f"{both.before}/50 last time"
        rows: list[tuple[Content | str, Content | str]] = [
            (Content.styled("points", "bold"), f"{both.points}/50, {before}")
        ]
        for name, (now, then) in both.parts.items():
            was = "" if then is None else f", {then} last time"
            rows.append((spaced(name), f"{now}{was}"))
        self.query_one("#rows", Rows).show(rows)
        head = Content.styled("From your last version to the reference", "bold")
        self.query_one("#text", Static).update(
            join([head, Content(), diff_lines(both.to_reference)])
        )


class DebriefScreen(PageScreen):
    def on_mount(self) -> None:
        self.top.title("Debrief")
        self.ask(lambda: self.drill.services.fix.review.debriefing(self._sitting), self._loaded)

    def _loaded(self, brief: Debriefing) -> None:
        rows: list[tuple[Content | str, Content | str]] = [
            *_causes(brief.root_cause),
            ("", ""),
            ("in the logs", plain(flowing(brief.logs))),
            ("how to find", plain(flowing(brief.find))),
            ("to prevent", plain(flowing(brief.prevent))),
        ]
        if brief.recovery is not None:
            one = brief.recovery
            rows += [("", ""), ("recovery", plain(f"{one.points}/{one.of}  {one.why}"))]
        if brief.own_tests is not None:
            rows += [("", ""), *_own_tests(brief.own_tests, self.glyphs)]
        if brief.sources:
            rows += [("", ""), ("sources", plain("; ".join(brief.sources), "$quiet"))]
        self.query_one("#rows", Rows).show(rows)
        head = Content.styled("The reference", "bold")
        self.query_one("#text", Static).update(join([head, Content(), plain(brief.reference)]))


def _causes(says: Sequence[str]) -> list[tuple[Content | str, Content | str]]:
    """Give each thing that was wrong on a row of its own."""
    head = Content.styled("root cause", "bold")
    return [(head if place == 0 else "", plain(flowing(one))) for place, one in enumerate(says)]


def _own_tests(own: OwnTestsShown, glyphs: Glyphs) -> list[tuple[Content | str, Content | str]]:
    """Give each known wrong fix, and whether the own tests told it from the reference."""
    said = f"catch {own.caught} of {len(own.wrong)} known wrong fixes"
    if not own.holds_on_fixed:
        said = "do not hold on the reference, so they catch nothing"
    rows: list[tuple[Content | str, Content | str]] = [("own tests", said)]
    for one in sorted(own.wrong, key=lambda one: not one.caught):
        sign, style = (glyphs.hit, "$success") if one.caught else (glyphs.wrong, "$warning")
        rows.append(("", Content.assemble((f"{sign} ", style), plain(flowing(one.says)))))
    return rows
