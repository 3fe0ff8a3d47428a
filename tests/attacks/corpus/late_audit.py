# audit hooks, trace and profile functions
import sys
import threading


def see(*args):
    for part in args:
        if "hidden" in str(part) and "drill_check" in str(part):
            print("ESCAPED saw a check")
    return see


sys.addaudithook(see)
sys.settrace(see)
threading.settrace(see)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
