# write, make, link, rename, remove anywhere


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])

import os

for folder in ("@SCRATCH@", "@SITE@", "/tmp", "/dev/shm", "/var/tmp", "."):
    attempt("open", lambda: open(f"{folder}/left.py", "w"))
    attempt("mkdir", lambda: os.mkdir(f"{folder}/left"))
    attempt("symlink", lambda: os.symlink("/etc", f"{folder}/left"))
    attempt("mkfifo", lambda: os.mkfifo(f"{folder}/left"))
for act in (os.unlink, os.rmdir, lambda p: os.chmod(p, 0), lambda p: os.utime(p), lambda p: os.truncate(p, 0)):
    attempt("change", lambda: act("@HOME@/history.db"))
attempt("rename", lambda: os.rename("@HOME@/history.db", "@HOME@/gone.db"))
attempt("link", lambda: os.link("@HOME@/history.db", "@SCRATCH@/left"))
attempt("xattr", lambda: os.setxattr("@HOME@/history.db", "user.x", b"1"))
attempt("tmpfile", lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR))
attempt("chown", lambda: os.chown("@HOME@/history.db", 1, 1))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
