# a small text that becomes large
import bz2
import lzma
import zlib

small = zlib.compress(bytes(1 << 26), 9)
kept = [zlib.decompress(small) for _ in range(200)]


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
