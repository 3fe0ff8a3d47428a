# immutable state in a namedtuple, read-only properties, blake2b keyed by salt, match on outcome
import copy, hashlib, math
from typing import NamedTuple
class BadDial(ValueError): pass
class State(NamedTuple):
    percent: float
    errors: int = 0
    rolled: bool = False
class CanaryRouter:
    def __init__(self, percent, salt="canary-v1", max_errors=3):
        self._key = hashlib.sha512(salt.encode("utf-8", "surrogatepass")).digest()
        self._max = max_errors
        self.set_percent(percent)
    percent = property(lambda self: self._s.percent)
    canary_errors = property(lambda self: self._s.errors)
    rolled_back = property(lambda self: self._s.rolled)
    def set_percent(self, percent):
        if math.isnan(percent) or math.isinf(percent) or percent < 0 or percent > 100: raise BadDial(percent)
        self._s = State(percent)
    def bucket(self, user_id):
        d = hashlib.blake2b(str(user_id).encode("utf-8", "surrogatepass"), key=self._key, digest_size=16).hexdigest()
        return int(d, 16) % 10000
    def route(self, user_id):
        return ("stable", "canary")[self.bucket(user_id) < round(self._s.percent * 100)]
    def serve(self, user_id, request, stable_fn, canary_fn):
        if self.route(user_id) == "canary":
            private = copy.deepcopy(request)
            try: answer = canary_fn(private)
            except Exception: self._count()
            else: return answer
        return stable_fn(request)
    def _count(self):
        n = self._s.errors + 1
        self._s = State(0, n, True) if n >= self._max else self._s._replace(errors=n)
