"""The app: themes, keys, help and the way between screens."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from importlib import import_module
from os import environ
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType

from drill.clock import SystemClock
from drill.errors import ConfigError, StoreError, TakenOverError, UsageError
from drill.tui.backend import Backend
from drill.tui.fixing import FixLink
from drill.tui.glyphs import ASCII, UNICODE, Glyphs
from drill.tui.screens.base import Base
from drill.tui.sitting import TICK, SittingLink
from drill.tui.text import plain
from drill.tui.themes import DARK, LIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import PurePath

    from textual.dom import DOMNode
    from textual.notifications import SeverityLevel
    from textual.screen import Screen

    from drill.bootstrap import Services
    from drill.config import Config
    from drill.errors import DrillError
    from drill.services.fix_views import FixView
    from drill.services.views import View

LOOKS = 1.0
"""Seconds between two looks at whether the terminal is still there."""
NOTICES = 3
"""Notices that fit on the smallest screen at once."""
PATIENCE = 0.5
"""Seconds a key waits at most for the one before it."""
_PHASES = {
    "answering": "question:QuestionScreen",
    "reviewing": "verdict:VerdictScreen",
    "paused": "paused:PausedScreen",
}


class DrillApp(App[int]):
    """Shows views of the services it is given."""

    TITLE = "drill"
    CSS_PATH: ClassVar[list[str | PurePath]] = ["app.tcss", "screens/home.tcss"]
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f1",
            "help",
            "help",
            id="app.help",
            tooltip="What every key does",
            priority=True,
            show=False,
        ),
        Binding(
            "ctrl+q",
            "leave",
            "quit",
            id="app.quit",
            tooltip="Quit; a sitting can be resumed",
            priority=True,
            show=False,
        ),
        Binding("ctrl+c", "leave_or_copy", "quit", show=False, system=True),
    ]

    def __init__(self, services: Services, *, clock: Callable[[], float] | None = None) -> None:
        look = _look(services)
        self.glyphs: Glyphs = ASCII if look.get("ascii") is True else UNICODE
        super().__init__()
        self.services = services
        self.backend = Backend()
        self.sitting = SittingLink(self)
        self.fixing = FixLink(self)
        self.monotonic = clock or SystemClock().monotonic
        self.config: Config | None = None
        """None until it was read, right after the first paint."""
        self._under_way: events.Key | None = None
        self._waiting: deque[events.Key] = deque()
        """Keys that came while another one was being dealt with."""
        self._told: tuple[str, float] | None = None
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = _theme_name(look.get("theme"))
        self.set_class(self.glyphs is ASCII, "-ascii")

    def get_default_screen(self) -> Screen[Any]:
        from drill.tui.screens.home import HomeScreen  # noqa: PLC0415 - each screen when it is shown

        return HomeScreen()

    def on_mount(self) -> None:
        self.set_interval(TICK, self.sitting.tick)
        self.set_interval(TICK, self.fixing.tick)
        if not self.is_headless:
            self.set_interval(LOOKS, self._leave_a_closed_terminal)

    def _leave_a_closed_terminal(self) -> None:
        """End with a terminal that hung up without a word; all that was typed is in the log."""
        if sys.__stdin__ is not None and not sys.__stdin__.isatty():
            self.exit(0)

    async def on_event(self, event: events.Event) -> None:
        """Hand on a key once everything that the key before it does is done.

        Letters wait in the queue of the box and come back through those around it; a command key
        would otherwise overtake them, and what came in one burst with its enter would be read
        before it is there.
        """
        if not isinstance(event, events.Key) or event.is_forwarded or not self._showing:
            await super().on_event(event)
        elif self._under_way is not None:
            self._waiting.append(event)
        else:
            await self._hand_on(event)

    async def _hand_on(self, key: events.Key) -> None:
        if isinstance(self.screen, Base) and not self.screen.takes(key):
            return
        way = [*(self.focused or self.screen).ancestors_with_self]
        self._under_way = key
        await super().on_event(key)
        loop = asyncio.get_running_loop()
        late = loop.call_later(PATIENCE, lambda: self.call_later(self._landed, key))
        _follow(way, late.cancel, lambda: self.call_later(self._landed, key))

    async def _landed(self, key: events.Key) -> None:
        """Go on with the keys that waited for this one."""
        if self._under_way is key:
            self._under_way = None
            await self._go_on()

    async def _go_on(self) -> None:
        while self._waiting and self._under_way is None:
            await self._hand_on(self._waiting.popleft())

    async def type_early(self) -> None:
        """Deal with the keys that came before the screen was ready for them."""
        screen = self.screen
        if isinstance(screen, Base):
            self._waiting.extendleft(reversed(screen.early))
            screen.early = []
            await self._go_on()

    def configure(self, config: Config) -> None:
        """Take over the settings, and say which of them are wrong."""
        self.config = config
        self.set_keymap(dict(config.keys))
        told = (
            config.problems if len(config.problems) <= NOTICES else config.problems[: NOTICES - 1]
        )
        for problem in told:
            self.tell(problem)
        if left := len(config.problems) - len(told):
            self.tell(ConfigError(f"and {left} more: drill doctor"))

    def open(self, name: str, *args: object) -> None:
        """Show a screen named `module:Class` over the one there is."""
        self.push_screen(make_screen(name, *args))

    def show_view(self, view: View) -> None:
        """Bring up the screen for the phase the sitting is in, or hand the view to it."""
        from drill.tui.screens.sitting import SittingScreen  # noqa: PLC0415 - each screen when it is shown

        if not self._showing:
            return
        there = any(isinstance(screen, SittingScreen) for screen in self.screen_stack)
        if there and not isinstance(self.screen, SittingScreen):
            return  # a note or the help is open above: the next tick brings the view again
        if isinstance(self.screen, SittingScreen) and self.screen.fits(view):
            self.screen.update_view(view)
            return
        if view.phase == "finished":
            screen = make_screen("scorecard:ScorecardScreen", view.sitting)
        else:
            screen = make_screen(_PHASES[view.phase], view)
        if isinstance(self.screen, Base):
            kept, self.screen.early = self.screen.early, []
            if isinstance(screen, Base) and screen.TYPED_INTO:
                screen.early = kept
        if there:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def show_fix(self, view: FixView) -> None:
        """Bring up the fix screen, its pause or its card, as the view asks for."""
        from drill.tui.screens.fix import FixScreen  # noqa: PLC0415 - each screen when it is shown
        from drill.tui.screens.fix_dialogs import FixPausedScreen  # noqa: PLC0415

        if not self._showing:
            return
        screen = next((one for one in self.screen_stack if isinstance(one, FixScreen)), None)
        if screen is None:
            screen = FixScreen(view)
            self.push_screen(screen)
        screen.update_view(view)
        if view.phase == "finished":
            self._close_fix(view)
        elif view.phase == "paused" and self.screen is screen:
            self.push_screen(FixPausedScreen(view))
        elif view.phase == "working" and isinstance(self.screen, FixPausedScreen):
            self.pop_screen()

    @property
    def _showing(self) -> bool:
        """False once the app is being left: a view that comes then has nowhere to go."""
        return self.is_running and not self._exit and bool(self.screen_stack)

    def _close_fix(self, view: FixView) -> None:
        """Put the card in the place of the fix screen, once no dialog is open above it."""
        from drill.tui.screens.fix import FixScreen  # noqa: PLC0415 - each screen when it is shown

        if isinstance(self.screen, FixScreen) and view.begun:
            self.switch_screen(make_screen("exercise_card:ExerciseCardScreen", view.sitting))
        elif isinstance(self.screen, FixScreen):
            self.pop_screen()
            over = "The time is over. " if view.closed == "time" else ""
            self.notify(f"{over}Nothing was done, so it was thrown away: it counts for nothing.")
        elif any(isinstance(one, FixScreen) for one in self.screen_stack):
            self.set_timer(TICK, lambda: self._close_fix(view))

    @property
    def has_exercises(self) -> bool:
        """Whether this build of the services can run exercises."""
        return hasattr(type(self.services), "fix")

    def home(self) -> None:
        """Go back to the first screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def tell(self, error: DrillError | str) -> None:
        """Say plainly what went wrong; the same sentence is not said twice in ten seconds."""
        text = str(error)
        now = self.monotonic()
        if self._told is not None and self._told[0] == text and now - self._told[1] < 10:  # noqa: PLR2004 - seconds
            return
        self._told = text, now
        title, severity = _heading(error)
        self.notify(plain(text).plain, title=title, severity=severity, timeout=8, markup=False)

    def action_help(self) -> None:
        from drill.tui.screens.help import HelpScreen  # noqa: PLC0415 - each screen when it is shown

        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss(None)
        elif isinstance(self.screen, Base):
            bases = [one for one in self.screen_stack if isinstance(one, Base) and not one.is_modal]
            (bases or [self.screen])[-1].open_help()
        else:
            self.push_screen(HelpScreen(self.screen))

    def action_leave(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, Base):
                screen.hand_over()
        self.sitting.leave(lambda: self.fixing.leave(lambda: self.exit(0)))

    def action_leave_or_copy(self) -> None:
        self.notify("ctrl+q quits; what you typed is kept", timeout=3)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        yield SystemCommand("Help", "What every key does", self.action_help)
        yield SystemCommand(
            "Dark or light", "Change the theme until the next start", self.flip_theme
        )
        yield SystemCommand("Quit", "A sitting under way can be resumed", self.action_leave)
        named = {"app.help", "help", "app.leave", "leave"}
        """Actions that stand in the list already: of several keys for one the first is enough."""
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.enabled and binding.show and binding.id and binding.action not in named:
                named.add(binding.action)
                yield SystemCommand(
                    binding.description.capitalize(),
                    binding.tooltip,
                    _runner(screen, binding.action),
                )

    def flip_theme(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name


def _follow(way: list[DOMNode], *then: Callable[[], object]) -> None:
    """Call `then` after each of `way` in turn has dealt with what was sent to it so far."""
    while way:
        if way.pop(0).call_later(_follow, way, *then):
            return
    for call in then:
        call()


def make_screen(name: str, *args: object) -> Screen[Any]:
    """Import and make the screen `module:Class` of `drill.tui.screens`."""
    module, _, kind = name.partition(":")
    screen: Screen[Any] = getattr(import_module(f"drill.tui.screens.{module}"), kind)(*args)
    return screen


def _runner(screen: Screen[Any], action: str) -> Callable[[], None]:
    def run() -> None:
        screen.call_later(screen.run_action, action)

    return run


def _heading(error: DrillError | str) -> tuple[str, SeverityLevel]:
    match error:
        case ConfigError():
            return "Setting", "warning"
        case TakenOverError():
            return "Goes on elsewhere", "warning"
        case StoreError():
            return "History: nothing was changed", "error"
        case UsageError() | str():
            return "", "information"
        case _:
            return "Did not work", "error"


def _look(services: Services) -> dict[str, object]:
    """Peek at `[look]` for the first paint; the checked reading follows in `configure`."""
    file = services.home / "config.toml"
    if not file.exists():
        return {}
    import tomllib  # noqa: PLC0415 - most homes have no settings

    try:
        look = tomllib.loads(file.read_text(encoding="utf-8")).get("look", {})
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return {}
    return look if isinstance(look, dict) else {}


def _theme_name(word: object) -> str:
    """Give the theme for `dark`, `light` or `auto`: what the terminal says of its background."""
    if word == "light":
        return LIGHT.name
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    light = word != "dark" and background in {"7", "15"}
    return LIGHT.name if light else DARK.name


def run(services: Services) -> int:
    """Show the trainer until the person leaves it; give the exit code."""
    app = DrillApp(services)
    try:
        app.run()
    finally:
        app.fixing.shut()
        app.backend.post(services.close)
        app.backend.close()
    return app.return_code or 0
