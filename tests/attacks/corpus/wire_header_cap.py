# a header of four gigabytes
import os

os.write(3, b"\xff\xff\xff\xff\x00\x00\x00\x00" + b"[" * 100_000)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
