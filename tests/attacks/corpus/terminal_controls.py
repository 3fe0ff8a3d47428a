# everything a terminal might obey
import os
import sys

for text in (
    "\x1b[2J\x1b]0;title\x07", "\x1b]52;c;aGVsbG8=\x07", "\x9b31m", "\x90q\x9c", "\r\b\x7f",
    "\u202e\u2066evil\u2069", "\x1b[6n", "\x1bP+q\x1b\\\\", "\x00\x05", "\u2028",
):
    print(text)
    print(text, file=sys.stderr)
os.write(1, bytes(range(256)))
os.write(2, b"\x1b[?1049h")
raise ValueError("\x1b[31m\x9b2J red \u202e")


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
