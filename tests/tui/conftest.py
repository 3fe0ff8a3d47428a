"""A trainer on fake services, and the moves every test makes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from textual import events

sys.path.insert(0, str(Path(__file__).parent))

from fakes import FakeServices

from drill.tui.app import DrillApp

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot


@pytest.fixture
def services(tmp_path: Path) -> FakeServices:
    return FakeServices(tmp_path)


@pytest.fixture
def app(services: FakeServices) -> DrillApp:
    return DrillApp(services, clock=services.clock)  # type: ignore[arg-type]


async def until(pilot: Pilot[Any], holds: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait until `holds`, or fail with what is on screen."""
    for _ in range(int(seconds / 0.02)):
        await pilot.pause(0.02)
        if holds():
            return
    raise AssertionError(f"never came to hold on {pilot.app.screen!r}:\n{shown(pilot)}")


def shown(pilot: Pilot[Any]) -> str:
    """Give the text on screen."""
    screen = pilot.app.screen
    width, height = pilot.app.size
    lines = screen._compositor.render_strips()
    return "\n".join(strip.text for strip in lines)[: (width + 1) * height]


async def screen_is(pilot: Pilot[Any], name: str) -> None:
    await until(pilot, lambda: type(pilot.app.screen).__name__ == name)
    await pilot.pause()


async def shows(pilot: Pilot[Any], text: str) -> None:
    await until(pilot, lambda: text in shown(pilot))


async def type_in(pilot: Pilot[Any], text: str) -> None:
    await pilot.press(*("space" if letter == " " else letter for letter in text))


async def question(pilot: Pilot[Any]) -> None:
    """Start a grill and wait for its first question."""
    await shows(pilot, "interview in")
    await pilot.press("g")
    await screen_is(pilot, "SetupScreen")
    await pilot.press("enter")
    await screen_is(pilot, "QuestionScreen")


def burst(app: DrillApp, text: str, *keys: str) -> None:
    """Send letters and keys in one go, as a paste without brackets or a slow machine does."""
    for letter in text:
        app.post_message(events.Key("space" if letter == " " else letter, letter))
    for key in keys:
        app.post_message(events.Key(key, None))
