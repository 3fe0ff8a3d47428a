# library names, functions and foreign handles inside an ordinary answer
from drill.runner import driver

real = driver.Driver.hold
driver.Driver.hold = lambda self, value: {"at": "builtins.exec"}


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
