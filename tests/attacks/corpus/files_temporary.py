# temporary files and folders


def attempt(what, act):
    try:
        got = act()
    except BaseException as error:
        print("held", what, type(error).__name__)
    else:
        print("ESCAPED", what, repr(got)[:80])

import tempfile

attempt("file", lambda: tempfile.NamedTemporaryFile().name)
attempt("folder", lambda: tempfile.mkdtemp())
attempt("save", lambda: __import__("torch").save({}, "/tmp/left.pt"))


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
