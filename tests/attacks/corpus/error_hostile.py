# an exception whose class, name and text are lies
class Meta(type):
    @property
    def __name__(cls):
        raise SystemExit(0)

    def mro(cls):
        return [cls, *Exception.__mro__]


class Lie(Exception, metaclass=Meta):
    @property
    def __class__(self):
        return AssertionError

    def __str__(self):
        raise KeyboardInterrupt


raise Lie


class InferenceCache:
    """Deliberately wrong: a pass would be forged."""

    def __init__(self, capacity):
        pass

    def get(self, key, default=None):
        return default

    def put(self, key, value):
        pass
