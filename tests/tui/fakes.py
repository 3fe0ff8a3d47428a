"""Services that answer at once, with a clock that only moves when a test moves it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from drill.config import Config
from drill.model.history import DayCount, HistoryRow
from drill.model.scorecard import ConceptScore
from drill.services.progress import Calibration, Home, Slow, Trends
from drill.services.second_opinion import SecondOpinion

if TYPE_CHECKING:
    from pathlib import Path


from fake_cards import card, history_row, home_view
from fake_items import FakeClock
from fake_practice import FakePractice


class FakeProgress:
    def __init__(self) -> None:
        self.shown = home_view()
        self.rows = tuple(history_row(place) for place in range(24))

    def home(self) -> Home:
        return self.shown

    def history(self, limit: int = 50, before: str | None = None) -> tuple[HistoryRow, ...]:
        return self.rows[:limit] if before is None else ()

    def trends(self) -> Trends:
        return Trends(
            home=self.shown,
            sittings=self.rows,
            weakest=(ConceptScore(concept="gradient_clipping", cold=0, of=2),),
            calibration=tuple(
                Calibration(level=level, answers=level * 4, right=level * level)
                for level in (1, 2, 3, 4)
            ),
            slowest=(Slow(item="q14", mean=13.0, limit=15.0),),
            days=tuple(
                DayCount(day=date(2026, 11, 1 + place), answers=place % 9, cold=place % 4)
                for place in range(28)
            ),
            answers=431,
            minutes=912.0,
        )


class FakeExport:
    def jsonl(self) -> list[str]:
        return ['{"event": 1}']

    def csv(self) -> list[str]:
        return ["sitting,item"]


class FakeReport:
    def html(self) -> list[str]:
        return ["<p>one</p>"]


class FakeDeck:
    def notes(self) -> list[str]:
        return ["#separator:tab"]


class FakeServices:
    """What `drill.bootstrap.Services` looks like to a screen."""

    def __init__(self, home: Path, config: Config | None = None) -> None:
        self.home = home
        self.clock = FakeClock()
        self.config = config or Config()
        self.practice = FakePractice(self.clock)
        self.progress = FakeProgress()
        self.export = FakeExport()
        self.report = FakeReport()
        self.deck = FakeDeck()
        self.second_opinion = SecondOpinion(None)
        self.closed = False

    def warm(self) -> None:
        """Nothing has to be loaded."""

    def close(self) -> None:
        self.closed = True


__all__ = ["FakeServices", "card", "home_view"]
