# exit hooks and finalizers that do not end
import atexit
import weakref


class Thing:
    def __del__(self):
        while True:
            pass


def forever():
    while True:
        pass


atexit.register(forever)
keep = Thing()
weakref.finalize(keep, forever)
raise SystemExit(0)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
