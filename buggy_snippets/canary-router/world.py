"""Models behind the router, and many users asked at once, beside the candidate's code."""

import builtins
import linecache
import os
import types


class Model:
    """Answers, remembers what it was asked, fails by plan, may scribble on the request."""

    def __init__(self, answer, failures=(), error="RuntimeError", scribbles=False):
        self.answer, self.failures, self.scribbles = answer, list(failures), scribbles
        self.error = getattr(builtins, error)
        self.calls, self.seen = 0, []

    def __call__(self, request):
        self.calls += 1
        self.seen.append(repr(request))
        if self.scribbles:
            request["features"].append("scribble")
            request["user"] = "someone else"
        if self.failures == ["always"] or self.calls in self.failures:
            raise self.error("failed by plan")
        return self.answer


def outcome(function, *args):
    """("returned", value) or ("raised", name): also for what is no Exception."""
    try:
        return "returned", function(*args)
    except BaseException as error:
        return "raised", type(error).__name__


def each(function, items):
    return [function(item) for item in items]


def at_each_percent(router, user, percents):
    routes = []
    for percent in percents:
        router.set_percent(percent)
        routes.append(router.route(user))
    return routes


def _anew(name):
    """The candidate's code loaded once more, as another process would."""
    module = types.ModuleType("broken")
    exec("".join(linecache.getlines("broken.py")), module.__dict__)  # noqa: S102
    return getattr(module, name)


def with_other_hash(salt, percent, items):
    """The results of the code loaded anew, with the hashes and addresses of another process."""
    true_hash, address, parent = builtins.hash, builtins.id, os.getppid
    shift = true_hash((1, salt)) & 0x7FFF_FFFF_FFF0

    def has_text(value):
        if isinstance(value, (tuple, frozenset)):
            return any(has_text(item) for item in value)
        return isinstance(value, (str, bytes))

    def other(value):
        return true_hash((salt, value)) if has_text(value) else true_hash(value)

    builtins.hash, os.getppid = other, lambda: 4710
    builtins.id = lambda thing: address(thing) ^ shift
    try:
        router = _anew("CanaryRouter")(percent)
        return [router.bucket(item) for item in items]
    finally:
        builtins.hash, builtins.id, os.getppid = true_hash, address, parent
