"""The top of every screen: where one is, and the clock as a rule that empties."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from drill.tui.glyphs import Glyphs
from drill.tui.text import clip, clock_text, plain

if TYPE_CHECKING:
    from textual.timer import Timer

LOW = 0.2
"""Share of the time left below which the clock changes its colour."""
TICK = 0.2
"""Seconds between looks at the clock; it is drawn anew only when it changed."""


class TopBar(Widget):
    """Two rows: a title with the time left, and a rule that is the emptying clock."""

    DEFAULT_CSS = """
    TopBar { dock: top; height: 2; padding: 0 1; }
    """

    class RanOut(Message):
        """The time set with `start` is over. Posted once."""

    def __init__(self, glyphs: Glyphs, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._glyphs = glyphs
        self._where = ""
        self._right = ""
        self._left: Callable[[], float] | None = None
        self._total = 0.0
        self._word = ""
        self._timer: Timer | None = None
        self._shown: tuple[str, int, bool] | None = None

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self.tick)

    def title(self, where: str, right: str = "") -> None:
        """Say where the person is; `right` stands at the right edge when no clock runs."""
        self._where, self._right = where, right
        self.refresh()

    def start(self, left: Callable[[], float], total: float) -> None:
        """Let the rule empty: `left` gives the seconds still there, of `total`."""
        stood = self._word
        self._left, self._total, self._word = left, max(total, 0.001), ""
        if stood or self._look() != self._shown:
            self.refresh()

    def hold(self, word: str) -> None:
        """Keep the clock as it stands and say why; `start` lets it run again."""
        left = self._left() if self._left else 0.0
        self._word = word
        if self._left is not None:
            self._left = lambda: left
        self.refresh()

    def stop(self) -> None:
        """Take the clock away: the rule is a plain one again."""
        self._left = None
        self._word = ""
        self.refresh()

    @property
    def running(self) -> bool:
        return self._left is not None and not self._word

    def tick(self) -> None:
        if self._left is None or self._word:
            return
        if self._look() != self._shown:
            self.refresh()
        if self._left() <= 0:
            self._word = "over"
            self.post_message(self.RanOut())

    def _look(self) -> tuple[str, int, bool]:
        left = max(0.0, self._left() if self._left else 0.0)
        share = min(1.0, left / self._total) if self._total else 0.0
        return clock_text(left), round(share * self._room), share <= LOW

    @property
    def _room(self) -> int:
        return max(1, self.content_size.width)

    def render(self) -> Content:
        if self._left is None:
            self._shown = None
            return self._two_rows(
                self._right, "$quiet", self._rule(self._room, "$rule", self._glyphs.rule)
            )
        time, full, low = self._shown = self._look()
        style = "$warning" if low else "$primary"
        word = f"{self._word}  " if self._word and self._word != "over" else ""
        mark = f"{self._glyphs.low} " if low else ""
        strong = Content("━" if self._glyphs.rule == "─" else "=")
        rule = Content.assemble(
            (strong.plain * full, style), (self._glyphs.rule * (self._room - full), "$rule")
        )
        return self._two_rows(f"{word}{mark}{time}", f"bold {style}", rule)

    def _rule(self, width: int, style: str, sign: str) -> Content:
        return Content.styled(sign * width, style)

    def _two_rows(self, right: str, style: str, rule: Content) -> Content:
        tail = plain(right, style)
        room = self._room - tail.cell_length - 1
        head = (
            Content.styled(clip(self._where, room, self._glyphs), "bold") if room > 0 else Content()
        )
        gap = " " * max(1, self._room - head.cell_length - tail.cell_length)
        return Content("\n").join([Content.assemble(head, gap, tail), rule])
