"""md5, the switch kept apart from the dial."""
from copy import deepcopy
from hashlib import md5


def _bucket(salt, user):
    return int(md5((salt + "\x1f" + user).encode("utf8", "surrogatepass")).hexdigest()[:12], 16) % 10_000


class CanaryRouter:
    percent = 0.0
    canary_errors = 0
    rolled_back = False

    def __init__(self, percent, salt="canary-v1", max_errors=3):
        self.salt, self.max_errors = salt, max_errors
        self.set_percent(percent)

    def bucket(self, user_id):
        return _bucket(self.salt, str(user_id))

    def set_percent(self, percent):
        if not (percent >= 0 and percent <= 100):
            raise ValueError("0..100")
        self.__dict__.update(percent=percent, canary_errors=0, rolled_back=False)

    def route(self, user_id):
        return ("stable", "canary")[self.bucket(user_id) < round(self.percent * 100)]

    def _note_failure(self):
        self.canary_errors += 1
        if self.canary_errors >= self.max_errors:
            self.rolled_back = True
            self.percent = 0

    def serve(self, user_id, request, stable_fn, canary_fn):
        if self.route(user_id) == "canary":
            copied = deepcopy(request)
            try:
                return canary_fn(copied)
            except BaseException as e:
                if not isinstance(e, Exception):
                    raise
                self._note_failure()
        return stable_fn(request)
