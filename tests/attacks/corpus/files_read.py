# read what is not for the code


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])

import glob
import os

for path in (
    "@HIDDEN@", "@HOME@/.ssh/id_rsa", "@HOME@/history.db", "/etc/passwd", "/etc/shadow", "/etc/hostname",
    f"/proc/{os.getppid()}/environ", f"/proc/{os.getppid()}/mem", "/proc/self/environ",
    "/proc/self/root/etc/passwd", "/proc/self/cwd/etc/passwd", "/proc/1/cmdline", "/dev/mem",
):
    attempt(path[-20:], lambda path=path: open(path, "rb").read(8))


def names(pattern):
    found = glob.glob(pattern)
    if not found:
        raise LookupError
    return found


for pattern in ("@HOME@/*", "@TREE@/*", "/etc/*", "/home/*", "/tmp/*", "/proc/*"):
    attempt(pattern[-12:], lambda pattern=pattern: names(pattern))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
