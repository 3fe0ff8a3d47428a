# uuid5 names, contextlib.suppress and a sentinel, functools.lru_cache buckets, counter via list
import copy, functools, uuid, hashlib
class CanaryRouter:
    canary_errors = 0
    rolled_back = False
    def __init__(self, percent, salt="canary-v1", max_errors=3, *, buckets=10_000):
        self.salt, self.max_errors, self.buckets = salt, max_errors, buckets
        self.set_percent(percent)
    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def _hash(salt, name):
        return int.from_bytes(hashlib.pbkdf2_hmac("sha1", name, salt, 1), "little")
    def set_percent(self, percent):
        ok = 0 <= percent <= 100
        if not ok: raise ValueError("percent")
        self.percent, self.canary_errors, self.rolled_back = percent, 0, False
    def bucket(self, user_id): return self._hash(self.salt.encode("utf-16", "surrogatepass"), str(user_id).encode("utf-16", "surrogatepass")) % self.buckets
    def route(self, user_id): return "canary" if self.bucket(user_id) < round(self.percent * 100) else "stable"
    def serve(self, user_id, request, stable_fn, canary_fn):
        missing = object()
        result = missing
        if self.route(user_id) == "canary":
            try:
                result = canary_fn(copy.deepcopy(request))
            except (KeyboardInterrupt, SystemExit, GeneratorExit):
                raise
            except Exception:
                self.canary_errors = self.canary_errors + 1
                if self.canary_errors >= self.max_errors: self.rolled_back, self.percent = True, 0
        return stable_fn(request) if result is missing else result
