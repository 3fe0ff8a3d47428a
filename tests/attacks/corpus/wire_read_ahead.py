# read requests from the wire and answer them with guesses
import json
import os
import struct

while True:
    head = os.read(3, 8)
    if len(head) < 8:
        break
    size, body = struct.unpack("<II", head)
    text = os.read(3, size)
    if body:
        os.read(3, body)
    number = json.loads(text).get("q", 0)
    say = json.dumps({"r": number, "v": None}).encode()
    os.write(3, struct.pack("<II", len(say), 0) + say)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
