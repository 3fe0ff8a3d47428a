# grow for ever, a little at a time, in many ways
import numpy as np

kept = []
while True:
    kept.append(np.ones(1 << 20))
    kept.append("x" * (1 << 20))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
