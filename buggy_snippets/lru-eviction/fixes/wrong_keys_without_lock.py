# wrong: keys() walks an OrderedDict without the lock, and walking it asks for hashes
"""Bounded cache in front of the embedding model, shared by the request threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

_MISSING = object()


class InferenceCache:
    """Keeps the results of the most recently used inputs."""

    def __init__(self, capacity: int) -> None:
        if capacity < 0:
            raise ValueError(f"capacity must not be negative, got {capacity}")
        self.capacity = capacity
        self.hits = 0
        self.misses = 0
        self._lock = threading.RLock()
        self._entries: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable, default: Any = None) -> Any:
        with self._lock:
            value = self._entries.get(key, _MISSING)
            if value is _MISSING:
                self.misses += 1
                return default
            self._entries.move_to_end(key)
            self.hits += 1
            return value

    def put(self, key: Hashable, value: Any) -> None:
        with self._lock:
            if key not in self._entries:
                if self.capacity == 0:
                    return
                if len(self._entries) >= self.capacity:
                    self._entries.popitem(last=False)
            self._entries[key] = value
            self._entries.move_to_end(key)

    def get_or_compute(self, key: Hashable, fn: Callable[[], Any]) -> Any:
        value = self.get(key, _MISSING)
        if value is _MISSING:
            value = fn()
            self.put(key, value)
        return value

    def __len__(self) -> int:
        with self._lock:
            return len(self._entries)

    def __contains__(self, key: Hashable) -> bool:
        with self._lock:
            return key in self._entries

    def keys(self) -> list[Hashable]:
        """The keys held, least recently used first."""
        return list(self._entries)
