"""Remembers for each key when it was last used; slow to evict, simple to read."""

import itertools
import threading


class InferenceCache:
    def __init__(self, capacity: int):
        if not capacity >= 0:
            raise ValueError(capacity)
        self.capacity = capacity
        self.hits, self.misses = 0, 0
        self._clock = itertools.count()
        self._cells = {}
        self._lock = threading.RLock()

    def get(self, key, default=None):
        with self._lock:
            if key not in self._cells:
                self.misses += 1
                return default
            self.hits += 1
            cell = self._cells[key]
            cell[0] = next(self._clock)
            return cell[1]

    def put(self, key, value):
        with self._lock:
            if key not in self._cells and len(self._cells) + 1 > self.capacity:
                if self.capacity == 0:
                    return
                oldest = min(self._cells, key=lambda k: self._cells[k][0])
                del self._cells[oldest]
            self._cells[key] = [next(self._clock), value]

    def get_or_compute(self, key, fn):
        with self._lock:
            if key in self._cells:
                return self.get(key)
            self.get(key)
        value = fn()
        self.put(key, value)
        return value

    def __len__(self):
        with self._lock:
            return len(self._cells)

    def __contains__(self, key):
        with self._lock:
            return key in self._cells

    def keys(self):
        with self._lock:
            return sorted(self._cells, key=lambda k: self._cells[k][0])
