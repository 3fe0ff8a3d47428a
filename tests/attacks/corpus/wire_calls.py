# call functions that were never given
import json
import os
import struct

for number in range(200):
    say = json.dumps({"c": number, "f": number, "v": [[], {"d": [[], []]}]}).encode()
    os.write(3, struct.pack("<II", len(say), 0) + say)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
