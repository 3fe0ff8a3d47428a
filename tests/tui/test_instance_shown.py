"""A fresh instance on the fix screen: its number stands quietly on top, its texts are its own."""

from __future__ import annotations

from pathlib import Path

from conftest import screen_is, shown, shows
from fixrig import SLUG, fix_services

from drill.content.exercises import load_exercise
from drill.content.instances import instance
from drill.tui.app import DrillApp
from drill.tui.widgets.code import CodeEditor


async def test_number_and_example_of_the_instance(tmp_path: Path) -> None:
    """The line on top names it; editor and example hold what that instance holds."""
    services, _ = fix_services(tmp_path)
    app = DrillApp(services)
    folder = Path(__file__).parents[2] / "buggy_snippets" / SLUG
    wanted = instance(load_exercise(folder), 2)
    try:
        async with app.run_test(size=(140, 40), notifications=True) as pilot:
            await shows(pilot, "fix broken code")
            app.fixing.do(lambda fix: fix.start(SLUG, number=2))
            await screen_is(pilot, "FixScreen")
            await shows(pilot, "class InferenceCache")
            assert f"{SLUG} · 12 min · instance 2" in shown(pilot)
            assert app.screen.query_one("#code", CodeEditor).text == wanted.broken
            example = app.screen.query_one("#example", CodeEditor)
            for _ in range(50):
                if example.text:
                    break
                await pilot.pause(0.05)
            assert example.text == wanted.example
    finally:
        app.fixing.shut()
        app.backend.post(services.close)
        app.backend.close()
