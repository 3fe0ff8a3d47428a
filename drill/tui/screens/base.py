"""What every screen has: a top, a body, a line of keys, and calm when the terminal is small."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from drill.errors import DrillError
from drill.tui.backend import later
from drill.tui.widgets.keyline import KeyLine
from drill.tui.widgets.small import HEIGHT, WIDTH, TooSmall
from drill.tui.widgets.top import TopBar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import ComposeResult
    from textual.events import Key
    from textual.widget import Widget

    from drill.services.practice import Practice
    from drill.services.views import View
    from drill.tui.app import DrillApp
    from drill.tui.glyphs import Glyphs

T = TypeVar("T")
R = TypeVar("R")

LONGEST = 1.0
"""Seconds a screen waits for its box before keys go on without one."""
WIDE = 100
"""Columns from which panes stand side by side."""
HELP = Binding(
    "f1", "app.help", "help", id="app.help", tooltip="What every key does", priority=True
)


class Base(Screen[R]):
    """A screen that can ask a service without holding up a key press."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it so
        (0, "-tiny"),
        (WIDTH, "-normal"),
        (WIDE, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - Textual declares it so
        (0, "-flat"),
        (HEIGHT, "-low"),
        (30, "-tall"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [HELP]
    TYPED_INTO: ClassVar[bool] = False
    """Whether one types into it at once: keys wait until a box has the focus."""
    LAST: ClassVar[str] = "KeyLine"
    """The widget of `body` that is made last: with it all are there."""

    @property
    def drill(self) -> DrillApp:
        app: DrillApp = self.app  # type: ignore[assignment]
        return app

    @property
    def glyphs(self) -> Glyphs:
        return self.drill.glyphs

    def compose(self) -> ComposeResult:
        yield TopBar(self.glyphs)
        yield from self.body()
        yield KeyLine()
        yield TooSmall()

    def body(self) -> Iterable[Widget]:
        """Give the widgets between top and keys."""
        return ()

    @property
    def built(self) -> bool:
        """Whether the widgets are there: not before the mount, nor while it is removed."""
        return bool(self.query(TopBar)) and bool(self.query(self.LAST))

    @property
    def top(self) -> TopBar:
        return self.query_one(TopBar)

    def __init__(self) -> None:
        super().__init__()
        self.early: list[Key] = []
        """Keys that came before there was a box for them."""
        self._ready = not self.TYPED_INTO
        self._going = False

    def on_mount(self) -> None:
        if not self._ready:
            self.set_timer(LONGEST, self.begin_typing)

    def on_descendant_focus(self) -> None:
        self.begin_typing()

    def begin_typing(self) -> None:
        """Have the keys that came too early typed, in their order."""
        if not self._ready:
            self._ready = True
            self.app.call_later(self.drill.type_early)

    def takes(self, key: Key) -> bool:
        """Say whether to hand on a key now; one that comes too early is kept."""
        if self._going or not self._ready:
            self.early.append(key)
            return False
        return True

    def go_on(self, verb: Callable[[Practice], View]) -> None:
        """Ask for what brings up a question: the keys from here on are meant for that one."""
        self._going = True
        self.drill.sitting.do(verb, lambda _: self._gone_on(), self._gone_on)

    def _gone_on(self) -> None:
        """Take keys again; those kept are for this screen when no other came."""
        self._going = False
        if self.is_current:
            self.app.call_later(self.drill.type_early)

    def open_help(self) -> None:
        """Show what every key does, here or on the small question above it."""
        from drill.tui.screens.help import HelpScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(HelpScreen(self.app.screen))

    def hand_over(self) -> None:
        """Give what was typed here to the service before something else is asked of it."""

    def ask(
        self,
        use: Callable[[], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[DrillError], None] | None = None,
    ) -> None:
        """Run a service call off the loop, then go on with what it gave.

        What the service raises on purpose goes to `failed`, or becomes a plain notice.
        """
        work = later(self._ask, use, then, failed or self.drill.tell)
        self.run_worker(work, group="services")

    async def _ask(
        self,
        use: Callable[[], T],
        then: Callable[[T], None] | None,
        failed: Callable[[DrillError], None],
    ) -> None:
        try:
            value = await self.drill.backend.call(use)
        except DrillError as error:
            failed(error)
            return
        if then is not None and self.is_attached and self in self.app.screen_stack:
            then(value)


class BaseModal(Base[R], ModalScreen[R]):
    """A question over the screen below; esc leaves it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back", id="modal.leave", tooltip="Close without a change"),
    ]

    def compose(self) -> ComposeResult:
        yield from self.body()
        yield TooSmall()

    def action_leave(self) -> None:
        self.dismiss(None)
