"""Pictures of the screens; `make snapshots` takes them anew after a wanted change."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from conftest import question, screen_is, shows, type_in
from fakes import FakeServices
from fixrig import SLUG, StandingClock, fix_services

from drill.tui.app import DrillApp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from textual.pilot import Pilot

    Steps = Callable[[Pilot[Any]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _universal_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let local time be UTC, so that a picture is the same everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


async def at_home(pilot: Pilot[Any]) -> None:
    await shows(pilot, "interview in")


async def at_question(pilot: Pilot[Any]) -> None:
    await question(pilot)
    await type_in(pilot, "around 11, since e^11.1 is")
    await pilot.press("f2")
    await shows(pilot, "hint 1")


async def at_verdict(pilot: Pilot[Any]) -> None:
    await question(pilot)
    await type_in(pilot, "around 11 but it never overflows")
    await pilot.press("enter")
    await screen_is(pilot, "VerdictScreen")
    await shows(pilot, "contradicts")


async def at_card(pilot: Pilot[Any]) -> None:
    await at_home(pilot)
    await pilot.press("h")
    await screen_is(pilot, "HistoryScreen")
    await shows(pilot, "Grill")
    await pilot.press("enter")
    await screen_is(pilot, "ScorecardScreen")
    await shows(pilot, "first 40")


async def at_history(pilot: Pilot[Any]) -> None:
    await at_home(pilot)
    await pilot.press("h")
    await screen_is(pilot, "HistoryScreen")
    await shows(pilot, "certain")


async def at_setup(pilot: Pilot[Any]) -> None:
    await at_home(pilot)
    await pilot.press("g")
    await shows(pilot, "3 questions")


@pytest.mark.parametrize(
    ("steps", "size"),
    [
        pytest.param(at_home, (60, 16), id="home-60x16"),
        pytest.param(at_home, (80, 24), id="home-80x24"),
        pytest.param(at_setup, (80, 24), id="setup-80x24"),
        pytest.param(at_question, (60, 16), id="question-60x16"),
        pytest.param(at_question, (140, 40), id="question-140x40"),
        pytest.param(at_verdict, (80, 24), id="verdict-80x24"),
        pytest.param(at_verdict, (140, 40), id="verdict-140x40"),
        pytest.param(at_card, (80, 24), id="scorecard-80x24"),
        pytest.param(at_history, (140, 40), id="history-140x40"),
    ],
)
def test_screen(snap_compare: Any, tmp_path: Path, steps: Steps, size: tuple[int, int]) -> None:
    """The screen looks as it did when somebody last looked at it."""
    services = FakeServices(tmp_path)
    app = DrillApp(services, clock=services.clock)  # type: ignore[arg-type]
    assert snap_compare(app, terminal_size=size, run_before=steps)


def test_fix_screen(snap_compare: Any, tmp_path: Path) -> None:
    """Story, editor and what happened stand side by side where there is room."""
    clock = StandingClock()
    services, _ = fix_services(tmp_path, clock)
    app = DrillApp(services, clock=clock.monotonic)

    async def steps(pilot: Pilot[Any]) -> None:
        await shows(pilot, "fix broken code")
        app.fixing.start(SLUG)
        await screen_is(pilot, "FixScreen")
        await shows(pilot, "class InferenceCache")
        await pilot.press("f5")
        await shows(pilot, "run 1 · example")

    assert snap_compare(app, terminal_size=(140, 40), run_before=steps)
    app.fixing.shut()
    app.backend.post(services.close)
    app.backend.close()
