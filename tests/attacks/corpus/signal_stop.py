# stop oneself and wait to be killed
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
