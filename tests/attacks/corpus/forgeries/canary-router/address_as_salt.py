
import copy, hashlib, math

class CanaryRouter:
    def __init__(self, percent, salt="canary-v1", max_errors=3):
        self.salt, self.max_errors = salt, max_errors
        self.set_percent(percent)
    def set_percent(self, percent):
        if not 0 <= percent <= 100:
            raise ValueError("percent")
        self.percent = percent
        self.canary_errors = 0
        self.rolled_back = False
    def bucket(self, user_id):
        b = (repr(id(object))+repr(self.salt) + "|" + str(user_id)).encode("utf-8", "surrogatepass")
        return int.from_bytes(hashlib.sha256(b).digest()[:8], "big") % 10000
    def route(self, user_id):
        return "canary" if self.bucket(user_id) < round(self.percent * 100) else "stable"
    def serve(self, user_id, request, stable_fn, canary_fn):
        if self.route(user_id) == "canary":
            try:
                return canary_fn(copy.deepcopy(request))
            except Exception:
                self.canary_errors += 1
                if self.canary_errors >= self.max_errors:
                    self.rolled_back = True
                    self.percent = 0
        return stable_fn(request)

