# every answer is sent twice
from drill.runner import frames

once = frames.Channel.send


def twice(self, header, body=b""):
    once(self, header, body)
    once(self, header, body)


frames.Channel.send = twice


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
