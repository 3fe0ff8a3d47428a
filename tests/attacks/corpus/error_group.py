# a group of base exceptions nested deep
error = KeyboardInterrupt()
for _ in range(200):
    error = BaseExceptionGroup("x", [error])
raise error


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
