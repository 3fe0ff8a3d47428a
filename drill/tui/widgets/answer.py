"""The box one types into: takes everything, breaks on nothing, loses nothing."""

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from drill.tui.text import safe

LIMIT = 20_000
"""Characters a box holds. A spoken answer of 90 s is about 1,500."""


class AnswerBox(TextArea):
    """A text box with a stated limit that turns control characters into what can be shown."""

    class Capped(Message):
        """A paste was longer than the room there was; `taken` of `offered` characters came in."""

        def __init__(self, taken: int, offered: int) -> None:
            super().__init__()
            self.taken = taken
            self.offered = offered

    def __init__(self, text: str = "", *, limit: int = LIMIT, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(safe(text)[:limit], soft_wrap=True, show_line_numbers=False, id=id)
        self.cursor_blink = False
        self._limit = limit

    async def on_paste(self, event: events.Paste) -> None:
        """Take what fits, and say so when it is not all."""
        event.stop()
        event.prevent_default()
        if not self.read_only:
            self.put(event.text)

    def put(self, text: str) -> None:
        """Insert `text` at the cursor, up to the limit."""
        start, end = self.selection
        room = max(0, self._limit - len(self.text) + len(self.selected_text))
        taken = safe(text[:room])
        if taken:
            result = self.replace(taken, start, end, maintain_selection_offset=False)
            self.move_cursor(result.end_location)
        if len(taken) < len(text):
            self.post_message(self.Capped(len(taken), len(text)))

    async def on_key(self, event: events.Key) -> None:
        if (
            (event.is_printable or event.key == "enter")
            and len(self.text) >= self._limit
            and not self.selected_text
        ):
            event.stop()
            event.prevent_default()
            self.post_message(self.Capped(0, 1))
