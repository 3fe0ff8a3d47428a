"""What is shown when the terminal is too small for a screen."""

from textual.content import Content
from textual.widget import Widget

WIDTH = 60
HEIGHT = 16


class TooSmall(Widget):
    """Covers the screen without taking its focus: what was typed stays, typing goes on."""

    DEFAULT_CSS = """
    TooSmall {
        layer: cover;
        dock: top;
        width: 100%;
        height: 100%;
        background: $background;
        display: none;
        padding: 0 1;
    }
    """

    def render(self) -> Content:
        size = self.app.size
        here = f"Too small: {size.width}x{size.height}. "
        return Content(f"{here}Make it at least {WIDTH}x{HEIGHT}.\nNothing is lost.")
