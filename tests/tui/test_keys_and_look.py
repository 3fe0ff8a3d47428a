from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import question, screen_is, shown, shows, type_in
from fixrig import SLUG, fix_services
from textual.binding import Binding

from drill import tui
from drill.config import Config
from drill.model.actions import ACTIONS
from drill.tui.app import DrillApp, make_screen
from drill.tui.screens.answer_card import AnswerScreen
from drill.tui.screens.help import key_rows
from drill.tui.screens.home import HomeScreen
from drill.tui.screens.question import QuestionScreen
from drill.tui.screens.scorecard import ScorecardScreen
from drill.tui.screens.verdict import VerdictScreen
from drill.tui.themes import DARK, LIGHT

if TYPE_CHECKING:
    from pathlib import Path

    from fakes import FakeServices


@pytest.mark.parametrize(
    "screen", [HomeScreen, QuestionScreen, VerdictScreen, ScorecardScreen, AnswerScreen]
)
def test_every_key_has_an_id_and_a_sentence(screen: type) -> None:
    """Each binding can be remapped by its id and explains itself in the help."""
    for binding in screen.BINDINGS:
        assert isinstance(binding, Binding)
        assert binding.id
        assert binding.tooltip


def test_settings_know_every_key() -> None:
    """`[keys]` takes the id of any binding of any screen, and no other."""
    modules = [
        importlib.import_module(one.name)
        for one in pkgutil.walk_packages(tui.__path__, "drill.tui.")
    ]
    bound = {
        binding.id
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__.startswith("drill.")
        for binding in vars(kind).get("BINDINGS", ())
        if isinstance(binding, Binding)
    }
    assert bound - {None} == ACTIONS


async def test_help_tells_the_screens_own_keys_first(tmp_path: Path) -> None:
    """In the fix screen running and submitting stand before the keys of the editor."""
    services, _ = fix_services(tmp_path)
    app = DrillApp(services)
    async with app.run_test(size=(120, 40)) as pilot:
        app.fixing.start(SLUG)
        await screen_is(pilot, "FixScreen")
        rows = [str(said) for _, said in key_rows(app.screen)]
        ids = [said.split()[-1] for said in rows]
        assert ids.index("fix.example") < ids.index("fix.submit") < ids.index("code.all")
        assert ids.index("code.all") < ids.index("app.help")


async def test_a_remapped_key_works_and_is_shown(app: DrillApp, services: FakeServices) -> None:
    """[keys] moves an action to another key, also in the line of keys."""
    services.config = Config(keys={"answer.hint": "f8"})
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await shows(pilot, "F8 hint")
        await pilot.press("f8")
        await shows(pilot, "largest finite FP16 number?")


async def test_help_lists_the_keys_of_the_screen_below(app: DrillApp) -> None:
    """F1 explains this screen's keys and names their ids; F1 or esc closes it."""
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await question(pilot)
        await pilot.press("f1")
        await screen_is(pilot, "HelpScreen")
        await shows(pilot, "answer.skip")
        assert "without a hint" in shown(pilot)
        await pilot.press("f1")
        await screen_is(pilot, "QuestionScreen")


async def test_the_palette_offers_what_the_screen_can_do(app: DrillApp) -> None:
    """An action of the screen can be found by its name and is carried out."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "interview in")
        await pilot.press("ctrl+p")
        await pilot.pause(0.2)
        await type_in(pilot, "dark or")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await pilot.pause(0.3)
        assert app.theme == LIGHT.name


async def test_the_palette_names_each_action_once(app: DrillApp) -> None:
    """Two keys for one action are one line: enter and space are both `next`."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "eleven")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert titles.count("Next") == 1
        assert len(titles) == len(set(titles))


async def test_ascii_mode_draws_only_ascii(services: FakeServices, tmp_path: Path) -> None:
    """With look.ascii nothing on the screens of a sitting needs more than ASCII."""
    (tmp_path / "config.toml").write_text("[look]\nascii = true\n")
    app = DrillApp(services, clock=services.clock)  # type: ignore[arg-type]
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "interview in")
        assert shown(pilot).isascii(), shown(pilot)
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await shows(pilot, "gradient clipping")
        assert shown(pilot).isascii(), shown(pilot)
        await pilot.press("escape")
        await question(pilot)
        assert shown(pilot).isascii(), shown(pilot)
        await type_in(pilot, "11")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "Say it out loud")
        assert shown(pilot).isascii(), shown(pilot)
        await pilot.press("f10", "enter")
        await screen_is(pilot, "ScorecardScreen")
        await shows(pilot, "3/4 sure")
        assert shown(pilot).isascii(), shown(pilot)
        await pilot.press("enter")
        await screen_is(pilot, "AnswerScreen")
        await shows(pilot, "missing")
        assert shown(pilot).isascii(), shown(pilot)


@pytest.mark.parametrize(("word", "theme"), [("light", LIGHT.name), ("dark", DARK.name)])
def test_the_theme_stands_before_the_first_paint(
    services: FakeServices, tmp_path: Path, word: str, theme: str
) -> None:
    """The configured theme is there at once: no flash of the other one."""
    (tmp_path / "config.toml").write_text(f'[look]\ntheme = "{word}"\n')
    assert DrillApp(services, clock=services.clock).theme == theme  # type: ignore[arg-type]


async def test_no_color_is_heeded(services: FakeServices, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR every drawn colour is a grey."""
    monkeypatch.setenv("NO_COLOR", "1")
    app = DrillApp(services, clock=services.clock)  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "interview in")
        assert app.no_color
        svg = app.export_screenshot()
        assert DARK.success is not None
        assert DARK.success.lower() not in svg.lower()


def test_screens_are_found_by_name() -> None:
    """A screen is imported when it is asked for."""
    assert type(make_screen("history:HistoryScreen")).__name__ == "HistoryScreen"


async def test_ascii_mode_on_the_fix_screen(tmp_path: Path) -> None:
    """Borders, bullets and bars of the fix screen are ASCII too; its content stays as it is."""
    (tmp_path / "config.toml").write_text("[look]\nascii = true\n")
    services, _ = fix_services(tmp_path)
    app = DrillApp(services)
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "fix broken code")
        app.fixing.start(SLUG)
        await screen_is(pilot, "FixScreen")
        await pilot.press("f5")
        await shows(pilot, "x failed")
        assert shown(pilot).isascii(), shown(pilot)
        await pilot.press("f8")
        await screen_is(pilot, "ThinkScreen")
        await pilot.pause(0.2)
        assert shown(pilot).isascii(), shown(pilot)
    app.fixing.shut()
    app.backend.post(services.close)
    app.backend.close()


def test_screens_import_nothing_heavy() -> None:
    """The first paint waits for neither torch nor numpy nor pydantic, whatever is opened first."""
    screens = "question, verdict, scorecard, fix, history, exercises"
    check = (
        f"import sys; from drill.tui.app import DrillApp; from drill.tui.screens import {screens}; "
        "print([m for m in ('torch', 'numpy', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
