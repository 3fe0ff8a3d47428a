"""The bottom line: which key is next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events
    from textual.app import RenderResult
    from textual.screen import Screen

GAP = 3
"""Cells between two keys."""
_NAMES = {
    "escape": "esc",
    "question_mark": "?",
    "slash": "/",
    "space": "space",
    "left": "left",
    "right": "right",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "full_stop": ".",
    "comma": ",",
    "plus": "+",
    "minus": "-",
}


def key_name(key: str) -> str:
    """Give a key as it stands on a keyboard: `F2`, `esc`, `ctrl+p`."""
    *modifiers, last = key.split("+")
    if last.startswith("f") and last[1:].isdigit():
        last = last.upper()
    return "+".join([*modifiers, _NAMES.get(last, last)])


def is_plain(key: str) -> bool:
    """Say whether a text box would take the key as a letter."""
    return len(key) == 1 or key in {"question_mark", "slash", "full_stop", "comma", "plus", "minus"}


def chosen(screen: Screen[Any]) -> list[tuple[str, Binding]]:
    """Give `(key, binding)` for every action worth a place: enter first, esc last.

    Of several keys for one action the plain letter is shown, or the other one while a text box
    would swallow letters.
    """
    typing = screen.focused is not None and screen.focused.check_consume_key("a", "a")
    by_action: dict[str, list[tuple[str, Binding]]] = {}
    for key, active in screen.active_bindings.items():
        if active.binding.show and active.enabled and active.binding.description:
            by_action.setdefault(active.binding.action, []).append((key, active.binding))
    picked = []
    for keys in by_action.values():
        fitting = [pair for pair in keys if is_plain(pair[0]) != typing]
        usable = fitting or [pair for pair in keys if not (typing and is_plain(pair[0]))]
        entered = [pair for pair in keys if pair[0] == "enter"]
        if usable:
            picked.append((entered or usable)[0])
    declared = _declared(type(screen))
    return sorted(
        picked,
        key=lambda pair: (
            {"enter": 0, "escape": 2}.get(pair[0], 1),
            declared.get(pair[1].action, len(declared)),
        ),
    )


def _declared(kind: type) -> dict[str, int]:
    """Give the place of each action in the lists of bindings of a screen and its bases."""
    actions = [
        binding.action
        for base in kind.__mro__
        for binding in base.__dict__.get("BINDINGS", ())
        if isinstance(binding, Binding)
    ]
    return {action: place for place, action in reversed(list(enumerate(actions)))}


class KeyLine(Widget):
    """Draws the keys of the screen it stands on; a click on one presses it."""

    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: 1; padding: 0 1; color: $quiet; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, int, str]] = []
        """Cells from, to, and the action they stand for."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: object) -> None:
        self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        for start, end, action in self._places:
            if start <= event.x - self.styles.padding.left < end:
                await self.screen.run_action(action)
                return

    def render(self) -> RenderResult:
        pairs = chosen(self.screen)
        last = [pair for pair in pairs if pair[1].action == "app.help"]
        gap = GAP if self._fits(pairs) else GAP - 1
        room = self.content_size.width - sum(_part(*pair).cell_length + gap for pair in last)
        fitting: list[tuple[str, Binding]] = []
        for pair in pairs:
            if pair in last:
                continue
            room -= _part(*pair).cell_length + gap
            if room < 0:
                break
            fitting.append(pair)
        self._places.clear()
        at = 0
        parts: list[Content] = []
        for key, binding in [*fitting, *last]:
            part = _part(key, binding)
            self._places.append((at, at + part.cell_length, binding.action))
            at += part.cell_length + gap
            parts.append(part)
        return Content(" " * gap).join(parts)

    def _fits(self, pairs: list[tuple[str, Binding]]) -> bool:
        needed = sum(_part(*pair).cell_length + GAP for pair in pairs) - GAP
        return needed <= self.content_size.width


def _part(key: str, binding: Binding) -> Content:
    name = binding.key_display or key_name(key)
    return Content.assemble((name, "bold $primary"), (f" {binding.description}", "$quiet"))
