# two threads that print for ever
import sys
import threading


def flood(stream):
    while True:
        stream.write("x" * 5000 + "\n")


for stream in (sys.stdout, sys.stderr):
    threading.Thread(target=flood, args=(stream,), daemon=True).start()


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
