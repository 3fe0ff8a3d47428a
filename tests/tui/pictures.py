"""Take the pictures of the README: `python tests/tui/pictures.py`.

Real services over a temporary home: a scripted grill of all fifty questions, then the screens.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

from conftest import screen_is, shows, type_in

from drill.bootstrap import Services, build
from drill.services.views import SittingSpec
from drill.tui.app import DrillApp
from drill.tui.widgets.code import CodeEditor

if TYPE_CHECKING:
    from textual.pilot import Pilot

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = (100, 30)
MISSED = {4, 11, 17, 19, 22, 25, 26, 28, 33, 38, 43, 45, 47}
"""Questions that the scripted person answers wrongly."""
HALF = {8, 21, 35}
"""Questions answered with the first words of the reference alone."""
ANSWER = "around 11, since e^11.1 is more than 65504"


class ScriptClock:
    """Seconds that pass when the script says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def utc(self) -> datetime:
        return datetime(2026, 11, 16, 8, 0, tzinfo=UTC) + timedelta(seconds=self.now)

    def monotonic(self) -> float:
        return self.now


def practise(services: Services, clock: ScriptClock, missed: set[int]) -> None:
    """Take a whole grill in a few seconds of real time."""
    bank = services.bank
    view = services.practice.start(SittingSpec(mode="grill"))
    while view.phase != "finished":
        number = view.number or 0
        reference = bank.get(view.item).reference
        answer = reference
        if number in missed:
            answer = "I would look at the learning rate first"
        elif number in HALF:
            answer = " ".join(reference.split()[:3])
        clock.now += 2.0 + number % 5
        services.practice.draft(answer[:1])
        clock.now += 3.0 + number % 7
        services.practice.confidence(2 if number in missed else 4)
        services.practice.submit(answer)
        clock.now += 4.0
        view = services.practice.next()


def leave(app: DrillApp) -> None:
    app.fixing.shut()
    app.backend.post(app.services.close)
    app.backend.close()


async def save(pilot: Pilot[Any], name: str) -> None:
    await pilot.pause(0.4)
    PICTURES.mkdir(parents=True, exist_ok=True)
    svg = pilot.app.export_screenshot(title="drill")
    (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")


async def of_a_sitting(services: Services, clock: ScriptClock) -> None:
    app = DrillApp(services, clock=clock.monotonic)
    async with app.run_test(size=SIZE) as pilot:
        await shows(pilot, "ANSWERS    cold 3")
        await save(pilot, "home")
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await shows(pilot, "How sure")
        await save(pilot, "history")
        await pilot.press("enter")
        await screen_is(pilot, "ScorecardScreen")
        await shows(pilot, "first 40")
        await save(pilot, "scorecard")
        app.home()
        app.sitting.start(SittingSpec(mode="grill", only=("q14", "q15", "q16")))
        await screen_is(pilot, "QuestionScreen")
        clock.now += 4.0
        await type_in(pilot, ANSWER)
        await save(pilot, "question")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await save(pilot, "verdict")
        await pilot.press("f4")
        await screen_is(pilot, "PausedScreen")
        await pilot.press("q")
        await screen_is(pilot, "HomeScreen")
    leave(app)


async def of_an_exercise(services: Services, clock: ScriptClock) -> None:
    app = DrillApp(services, clock=clock.monotonic)
    async with app.run_test(size=(140, 36)) as pilot:
        await shows(pilot, "fix broken code")
        app.fixing.start("lru-eviction")
        await screen_is(pilot, "FixScreen")
        await asyncio.get_running_loop().run_in_executor(None, services.runner.wait_ready)
        clock.now += 21.0
        await pilot.press("f5")
        await shows(pilot, "run 1 · example")
        clock.now += 30.0
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await type_in(pilot, "the size is checked before the insert")
        await pilot.press("tab")
        await type_in(pilot, "capacity 2 still keeps three")
        await pilot.press("enter")
        await shows(pilot, "I think")
        app.screen.query_one("#code", CodeEditor).go_to(34)
        clock.now += 40.0
        await pilot.pause(0.5)
        await save(pilot, "fix")
    leave(app)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "config.toml").write_text("interview = 2026-12-12\n", encoding="utf-8")
        clock = ScriptClock()
        services = build(home)
        services.__dict__["clock"] = clock
        for day, missed in enumerate(
            (MISSED | set(range(1, 50, 3)), MISSED | {1, 2, 3, 31}, MISSED)
        ):
            clock.now = day * 86_400.0 * 3
            practise(services, clock, missed)
        clock.now += 86_400.0 * 5
        services.close()
        for takes in (of_a_sitting, of_an_exercise):
            services = build(home)
            services.__dict__["clock"] = clock
            asyncio.run(takes(services, clock))


if __name__ == "__main__":
    main()
