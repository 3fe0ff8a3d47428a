# replace what the driver does for every request
from drill.runner import driver

for name in list(driver.OPS):
    driver.OPS[name] = lambda *args, **kwargs: True


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
