"""What every key does on the screen below, and the few words one has to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.tui.screens.base import BaseModal
from drill.tui.text import plain
from drill.tui.widgets.keyline import KeyLine, key_name
from drill.tui.widgets.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.screen import Screen
    from textual.widget import Widget

    from drill.tui.widgets.rows import Row

_WORDS: tuple[tuple[str, str], ...] = (
    (
        "cold",
        "right at the first try, in time, without a hint. Only these count towards the lines",
    ),
    ("warm", "right, but late, after an undo or with the reference seen before"),
    ("helped", "right, with a hint opened"),
    (
        "28, 30",
        "out of 50: the pass line, and the aim, which also asks for a passed five-minute plan",
    ),
    ("clock", "the rule under the title empties; below a fifth it changes colour and shows !"),
    ("time over", "what stands in the box is graded; nothing typed is lost"),
    ("keys", 'every id below can be set in config.toml: [keys] "answer.hint" = "f8"'),
)


class HelpScreen(BaseModal[None]):
    CSS = """
    HelpScreen .box { width: 86; }
    HelpScreen VerticalScroll { height: auto; max-height: 100%; }
    HelpScreen Rows { margin-bottom: 1; }
    HelpScreen .note { margin-bottom: 1; color: $accent; }
    HelpScreen.-clock-stands { background: $background; }
    """
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q", "leave", "close", id="help.close", tooltip="Back"),
    ]

    def __init__(self, below: Screen[Any], note: str = "") -> None:
        super().__init__()
        self.set_class(bool(note), "-clock-stands")
        self._keys = key_rows(below)
        self._note = note
        """What is said first, where the clock stands meanwhile: what is below is hidden then."""

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(classes="box") as box:
            box.border_title = "Help"
            if self._note:
                yield Static(plain(self._note), classes="note", markup=False)
            yield Rows(self._keys, gutter=16)
            yield Rows(
                [(Content.styled(word, "bold"), plain(says)) for word, says in _WORDS], gutter=16
            )
            yield KeyLine()


def key_rows(screen: Screen[Any]) -> list[Row]:
    """List every key of `screen` with what it does and the id it is remapped by.

    The screen's own keys come first, then those of the box one writes in, then the app's.
    """
    order = {
        binding.id: place
        for place, binding in enumerate(screen.BINDINGS)
        if isinstance(binding, Binding)
    }
    ordered = sorted(
        screen.active_bindings.items(),
        key=lambda one: order.get(
            one[1].binding.id, len(order) + (one[1].node is not screen.focused)
        ),
    )
    keys: dict[str, list[str]] = {}
    about: dict[str, tuple[str, str]] = {}
    for key, active in ordered:
        binding = active.binding
        if binding.id is None or not (binding.tooltip or binding.description):
            continue
        keys.setdefault(binding.id, []).append(key_name(key))
        about[binding.id] = (binding.tooltip or binding.description, binding.id)
    return [
        (
            Content.styled(" ".join(names), "bold $primary"),
            Content.assemble(plain(about[name][0]), (f"  {name}", "$quiet")),
        )
        for name, names in keys.items()
    ]
