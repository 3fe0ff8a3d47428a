"""blake2 with the salt as key material, read-only properties."""
import copy
import hashlib
import math


class CanaryRouter:
    def __init__(self, percent, salt="canary-v1", max_errors=3):
        self._salt = salt
        self._limit = max_errors
        self.set_percent(percent)

    percent = property(lambda self: self._percent)
    canary_errors = property(lambda self: self._errors)
    rolled_back = property(lambda self: self._errors >= self._limit)

    def set_percent(self, percent):
        percent = float(percent)
        if math.isnan(percent) or percent < 0 or percent > 100:
            raise ValueError(percent)
        self._percent, self._errors = percent, 0

    def bucket(self, user_id):
        h = hashlib.blake2b(repr((self._salt, str(user_id))).encode("utf-8"), digest_size=16)
        return int(h.hexdigest(), 16) % 10000

    def route(self, user_id):
        if self.bucket(user_id) < round(self._percent * 100):
            return "canary"
        return "stable"

    def serve(self, user_id, request, stable_fn, canary_fn):
        if self.route(user_id) != "canary":
            return stable_fn(request)
        private = copy.deepcopy(request)
        try:
            answer = canary_fn(private)
        except Exception:
            self._errors += 1
            if self.rolled_back:
                self._percent = 0.0
        else:
            return answer
        return stable_fn(request)
