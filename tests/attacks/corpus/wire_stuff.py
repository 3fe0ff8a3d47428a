# fill the line and never read
import os
import threading


def stuff():
    while True:
        os.write(3, b"\x02\x00\x00\x00\x00\x00\x00\x00{}")


threading.Thread(target=stuff, daemon=True).start()


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
