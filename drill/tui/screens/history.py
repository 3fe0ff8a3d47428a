"""Sittings so far: how the score moved against the two lines, and what stays weak."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.tui.screens.base import Base
from drill.tui.text import join, seconds_text, spaced
from drill.tui.trends import calibration_rows, chart, days_map, debugging_line, sitting_line
from drill.tui.widgets.pick import Pick
from drill.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from textual.widget import Widget

    from drill.model.history import HistoryRow
    from drill.services.progress import Trends
    from drill.tui.widgets.rows import Row

HOUR = 60
"""Minutes."""
BESIDE = 4
"""Cells beside a sitting's line: the sign of the picked one, the bar that scrolls."""
PAGE = 50
"""Sittings read at once; more are read when the last line is reached."""


class HistoryScreen(Base[None]):
    CSS_PATH = "history.tcss"
    AUTO_FOCUS = "Pick"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "card",
            "scorecard",
            id="history.card",
            tooltip="The scorecard of the picked sitting",
        ),
        Binding(
            "e",
            "export",
            "export",
            id="history.export",
            tooltip="Write everything as JSONL, CSV, an HTML report and an Anki deck",
        ),
        Binding("escape,h,q", "close", "back", id="history.close", tooltip="Back home"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[HistoryRow] = []
        self._trends: Trends | None = None
        self._ended = False

    def body(self) -> Iterable[Widget]:
        with Horizontal(id="panes"):
            with Vertical(id="left"):
                yield Static("", id="chart", markup=False)
                with VerticalScroll(id="list", can_focus=False):
                    yield Pick([], self.glyphs)
            with VerticalScroll(id="right", can_focus=False):
                yield Rows(id="facts", gutter=13)
                yield Static("", id="days", markup=False)

    def on_mount(self) -> None:
        self.top.title("History")
        self._load()

    def on_screen_resume(self) -> None:
        """Look again: a mark may have been overruled on a card."""
        if self._trends is not None:
            self._load()

    def _load(self) -> None:
        many = max(PAGE, len(self._rows))
        self.ask(self._read_trends, self._trended)
        self.ask(lambda: self.drill.services.progress.history(many), self._listed_anew)

    def _read_trends(self) -> Trends:
        return self.drill.services.progress.trends()

    def _listed_anew(self, rows: tuple[HistoryRow, ...]) -> None:
        self._rows.clear()
        self._listed(rows)

    def _listed(self, rows: tuple[HistoryRow, ...]) -> None:
        self._ended = len(rows) < PAGE
        self._rows.extend(rows)
        self._list()

    def _list(self) -> None:
        pick = self.query_one(Pick)
        room = self.query_one("#left").content_size.width - BESIDE
        lines = [sitting_line(row, self.glyphs, room) for row in self._rows]
        if lines:
            pick.show(lines)
        elif self._ended:
            pick.show([Content.styled("No sitting yet.", "$quiet")])

    def on_pick_moved(self, event: Pick.Moved) -> None:
        if event.at >= len(self._rows) - 1 and not self._ended and self._rows:
            self._ended = True
            last = self._rows[-1].sitting
            self.ask(lambda: self.drill.services.progress.history(PAGE, last), self._listed)

    def on_pick_chosen(self) -> None:
        self.action_card()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)
        self.call_after_refresh(self._list)

    def _trended(self, trends: Trends) -> None:
        self._trends = trends
        self._draw()

    def _draw(self) -> None:
        trends = self._trends
        if trends is None:
            return
        hours = trends.minutes / HOUR
        spent = f"{hours:.1f} h" if hours >= 1 else f"{trends.minutes:.0f} min"
        self.top.title("History", f"{trends.answers:,} asked, {spent}")
        width = self.query_one("#left").content_size.width
        tall = 8 if self.size.height >= 30 else 5  # noqa: PLR2004 - rows there is room for
        lines = chart(trends.sittings, width, tall, self.glyphs)
        fixed = debugging_line(trends.sittings, width, self.glyphs)
        self.query_one("#chart", Static).update(join([*lines, fixed] if fixed else lines))
        self.query_one("#facts", Rows).show(self._facts(trends))
        room = self.query_one("#right").content_size.width
        self.query_one("#days", Static).update(join(days_map(trends.days, room, self.glyphs)))

    def _facts(self, trends: Trends) -> list[Row]:
        rows: list[Row] = [(Content.styled("Weakest concepts", "bold"), "")]
        rows += [
            (
                f"{concept.cold}/{concept.of} cold",
                spaced(concept.concept),
            )
            for concept in trends.weakest[:6]
        ] or [("", Content.styled("none yet", "$quiet"))]
        rows += [("", ""), (Content.styled("How sure, how right", "bold"), "")]
        rows += calibration_rows(trends.calibration, self.glyphs)
        rows += [("", ""), (Content.styled("Slowest", "bold"), "")]
        rows += [
            (slow.item, f"{seconds_text(slow.mean)} of {slow.limit:.0f} s")
            for slow in trends.slowest[:5]
        ] or [("", Content.styled("none yet", "$quiet"))]
        rows.append(("", ""))
        return rows

    def action_card(self) -> None:
        if self._rows:
            row = self._rows[self.query_one(Pick).at]
            card = {"exercise": "exercise_card:ExerciseCardScreen"}
            self.drill.open(card.get(row.mode, "scorecard:ScorecardScreen"), row.sitting)

    def action_export(self) -> None:
        from drill.tui.exporting import export_all  # noqa: PLC0415 - only where it is asked for

        self.ask(lambda: export_all(self.drill.services), self._exported)

    def _exported(self, folder: Path) -> None:
        self.app.notify(
            f"JSONL, CSV, HTML report and Anki deck are in {folder}", timeout=6, markup=False
        )

    def action_close(self) -> None:
        self.app.pop_screen()
