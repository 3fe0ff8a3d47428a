# wrong: a use takes the entry out and puts it back, and `in` looks without the lock
"""Bounded cache on a plain dict, the least recently used entry first."""

import threading


class InferenceCache:
    def __init__(self, capacity):
        if capacity < 0:
            raise ValueError("capacity < 0")
        self.capacity, self.hits, self.misses = capacity, 0, 0
        self._held = {}
        self._lock = threading.Lock()

    def _use(self, key):
        """(found, value); counts."""
        with self._lock:
            if key in self._held:
                value = self._held.pop(key)
                self._held[key] = value
                self.hits += 1
                return True, value
            self.misses += 1
            return False, None

    def get(self, key, default=None):
        found, value = self._use(key)
        return value if found else default

    def put(self, key, value):
        with self._lock:
            known = key in self._held
            if known:
                del self._held[key]
            elif self.capacity and len(self._held) >= self.capacity:
                del self._held[next(iter(self._held))]
            if known or self.capacity:
                self._held[key] = value

    def get_or_compute(self, key, fn):
        found, value = self._use(key)
        if found:
            return value
        value = fn()
        self.put(key, value)
        return value

    def __len__(self):
        with self._lock:
            return len(self._held)

    def __contains__(self, key):
        return key in self._held

    def keys(self):
        with self._lock:
            return [*self._held]
