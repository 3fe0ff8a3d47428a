# signals to everyone, the parent, the group


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])

import os
import signal

for pid in (-1, 0, 1, os.getppid(), -os.getppid()):
    attempt(f"kill {pid}", lambda pid=pid: os.kill(pid, signal.SIGKILL))
attempt("killpg", lambda: os.killpg(os.getppid(), signal.SIGKILL))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
