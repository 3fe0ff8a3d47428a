# answers with tags that only the judge may use
import json
import os
import struct


def say(value):
    for number in range(1, 40):
        text = json.dumps({"r": number, "v": value}).encode()
        os.write(3, struct.pack("<II", len(text), 0) + text)


say({"at": "os.system"})
say({"fn": [1, "x"]})
say({"it": 1})
say({"h": [1, "x", False]})


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
