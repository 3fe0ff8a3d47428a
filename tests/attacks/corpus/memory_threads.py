# threads until there are no more
import threading
import time

alive = []
try:
    while len(alive) < 5000:
        one = threading.Thread(target=time.sleep, args=(99,), daemon=True)
        one.start()
        alive.append(one)
except BaseException as error:
    print("held after", len(alive), type(error).__name__)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
