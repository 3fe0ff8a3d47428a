"""The textbook way: a dict of nodes in a doubly linked ring; the lock is held while fn runs."""

import threading
from functools import wraps


class Node:
    __slots__ = ("key", "value", "left", "right")

    def __init__(self):
        self.left = self.right = self


def locked(method):
    @wraps(method)
    def wrapper(self, *args, **kwargs):
        with self.lock:
            return method(self, *args, **kwargs)

    return wrapper


class InferenceCache:
    def __init__(self, capacity):
        if capacity < 0:
            raise ValueError("negative capacity")
        self.capacity = capacity
        self.hits = 0
        self.misses = 0
        self.lock = threading.RLock()
        self.nodes = {}
        self.ring = Node()

    def _cut(self, node):
        node.left.right, node.right.left = node.right, node.left

    def _append(self, node):
        last = self.ring.left
        last.right = node
        node.left, node.right = last, self.ring
        self.ring.left = node

    @locked
    def get(self, key, default=None):
        node = self.nodes.get(key)
        if node is None:
            self.misses += 1
            return default
        self.hits += 1
        self._cut(node)
        self._append(node)
        return node.value

    @locked
    def put(self, key, value):
        node = self.nodes.get(key)
        if node is not None:
            node.value = value
            self._cut(node)
            self._append(node)
            return
        if self.capacity == 0:
            return
        if len(self.nodes) >= self.capacity:
            oldest = self.ring.right
            self._cut(oldest)
            del self.nodes[oldest.key]
        node = Node()
        node.key, node.value = key, value
        self.nodes[key] = node
        self._append(node)

    @locked
    def get_or_compute(self, key, fn):
        missing = object()
        value = self.get(key, missing)
        if value is missing:
            value = fn()
            self.put(key, value)
        return value

    @locked
    def __len__(self):
        return len(self.nodes)

    @locked
    def __contains__(self, key):
        return key in self.nodes

    @locked
    def keys(self):
        found, node = [], self.ring.right
        while node is not self.ring:
            found.append(node.key)
            node = node.right
        return found
