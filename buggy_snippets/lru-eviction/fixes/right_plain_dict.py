"""Built on the insertion order of a plain dict."""

from threading import RLock


class InferenceCache:
    def __init__(self, capacity):
        if capacity < 0:
            raise ValueError("capacity")
        self._capacity = capacity
        self._store = {}
        self._lock = RLock()
        self._hits = self._misses = 0

    @property
    def hits(self):
        return self._hits

    @property
    def misses(self):
        return self._misses

    def get(self, key, default=None):
        with self._lock:
            try:
                value = self._store.pop(key)
            except KeyError:
                self._misses += 1
                return default
            self._store[key] = value
            self._hits += 1
            return value

    def put(self, key, value):
        with self._lock:
            self._store.pop(key, None)
            while self._store and len(self._store) >= self._capacity:
                del self._store[next(iter(self._store))]
            if self._capacity:
                self._store[key] = value

    def get_or_compute(self, key, fn):
        with self._lock:
            if key in self._store:
                return self.get(key)
            self._misses += 1
        value = fn()
        self.put(key, value)
        return value

    def __len__(self):
        with self._lock:
            return len(self._store)

    def __contains__(self, key):
        with self._lock:
            return key in self._store

    def keys(self):
        with self._lock:
            return [*self._store]
