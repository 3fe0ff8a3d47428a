# a frame that arrives one byte at a time
import os
import time

os.write(3, b"\xff\x00\x00\x00\x00\x00\x00\x00")
while True:
    os.write(3, b" ")
    time.sleep(0.2)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
