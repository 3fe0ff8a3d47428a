"""What the code printed: capped while it is read, the tail kept, control characters shown as ·."""

import os
import unicodedata
from collections.abc import Callable

from drill.runner.limits import MAX_OUTPUT

_CHUNK = 1 << 16
_KEEP = "\n\t"


class Tail:
    """The last bytes of an output."""

    def __init__(self, cap: int = MAX_OUTPUT) -> None:
        self._cap = cap
        self._data = bytearray()
        self.dropped = 0
        """Bytes that came before the tail."""

    def add(self, data: bytes) -> None:
        self._data += data
        if (over := len(self._data) - self._cap) > 0:
            del self._data[:over]
            self.dropped += over

    def reader(self, descriptor: int) -> Callable[[], bool]:
        """Take what is there; False once the writer is gone."""

        def take() -> bool:
            try:
                data = os.read(descriptor, _CHUNK)
            except OSError:
                return False
            self.add(data)
            return bool(data)

        return take

    def empty(self, descriptor: int) -> None:
        """Take the rest without waiting, as far as the cap goes."""
        os.set_blocking(descriptor, False)
        take = self.reader(descriptor)
        for _ in range(self._cap // _CHUNK + 1):
            if not take():
                return

    def text(self) -> str:
        head = f"… {self.dropped} bytes before this were dropped\n" if self.dropped else ""
        return head + visible(bytes(self._data).decode("utf-8", errors="replace"))


def visible(text: str) -> str:
    """Text without anything a terminal would obey; a carriage return becomes a new line."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if char in _KEEP or unicodedata.category(char)[0] != "C" else "·" for char in text
    )
