"""Text from anywhere made safe to draw, and numbers in the words of the screen.

Nothing here reads markup: a prompt such as ``a[i] = b[j]`` is drawn as it stands.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content, Span

if TYPE_CHECKING:
    from drill.tui.glyphs import Glyphs

_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) != "\n"}
_PICTURES |= {0x7F: 0x2421, 0x09: 0x20}
_PICTURES |= dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
_PICTURES |= dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD)
_PICTURES |= dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
"""Control, bidirectional override and lone surrogate characters, each by one visible stand-in."""


def safe(text: str) -> str:
    """Replace what a terminal would obey by what it can show; offsets stay as they were."""
    return text.replace("\r\n", " \n").replace("\r", "\n").translate(_PICTURES)


def plain(text: str, style: str = "") -> Content:
    """Give `text` as content in which nothing is markup."""
    shown = safe(text)
    return Content(shown, [Span(0, len(shown), style)] if style and shown else None)


def join(parts: Sequence[Content | str], between: str = "\n") -> Content:
    return Content(between).join(
        [part if isinstance(part, Content) else Content(part) for part in parts]
    )


def marked(text: str, spans: Sequence[tuple[int, int, str]]) -> Content:
    """Draw a person's own words with `(start, end, style)` laid over them."""
    shown = safe(text)
    kept = [
        Span(max(0, start), min(len(shown), end), style)
        for start, end, style in spans
        if max(0, start) < min(len(shown), end)
    ]
    return Content(shown, kept)


def clip(text: str, width: int, glyphs: "Glyphs") -> str:
    """Cut one line to `width` cells, saying so with an ellipsis."""
    content = Content(safe(text).replace("\n", " "))
    if content.cell_length <= width:
        return content.plain
    room = max(0, width - len(glyphs.ellipsis))
    return content.truncate(room).plain.rstrip() + glyphs.ellipsis


def clock_text(seconds: float) -> str:
    """Give whole seconds left, rounded up so that 00:00 means over."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60:02d}:{whole % 60:02d}"


def seconds_text(seconds: float) -> str:
    """Give a time taken: `9.2 s` under a minute, `3 min 05 s` above."""
    if seconds < 60:  # noqa: PLR2004 - a minute
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60:02d} s"


def counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def spaced(name: str) -> str:
    """Give the id of a concept as words."""
    return name.replace("_", " ").replace("-", " ")
