# a body of four gigabytes
import os

os.write(3, b"\x02\x00\x00\x00\xff\xff\xff\xff{}" + b"x" * 100_000)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
