# leave byte code for the next import


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])

import importlib.util
import py_compile
import sys

sys.dont_write_bytecode = False
target = importlib.util.cache_from_source("@SITE@/torch/version.py")
attempt("pyc", lambda: open(target, "wb").write(b"x"))
attempt("compile", lambda: py_compile.compile("@SITE@/torch/version.py", doraise=True))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
