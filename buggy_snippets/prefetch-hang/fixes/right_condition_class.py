"""A class round a deque and one condition variable."""

import threading
from collections import deque


class prefetch:
    def __init__(self, source, depth=2):
        if depth < 1:
            raise ValueError("depth must be positive")
        self._depth = depth
        self._items = deque()
        self._error = None
        self._finished = False
        self._closed = False
        self._changed = threading.Condition()
        threading.Thread(target=self._read, args=(source,), daemon=True).start()

    def _read(self, source):
        error = None
        try:
            for item in source:
                with self._changed:
                    self._changed.wait_for(lambda: self._closed or len(self._items) < self._depth)
                    if self._closed:
                        return
                    self._items.append(item)
                    self._changed.notify_all()
        except Exception as problem:
            error = problem
        with self._changed:
            self._error = error
            self._finished = True
            self._changed.notify_all()

    def __iter__(self):
        return self

    def __next__(self):
        with self._changed:
            self._changed.wait_for(lambda: self._items or self._finished or self._closed)
            if self._closed:
                raise StopIteration
            if self._items:
                item = self._items.popleft()
                self._changed.notify_all()
                return item
            error, self._error = self._error, None
            if error is not None:
                raise error
            raise StopIteration

    def close(self):
        with self._changed:
            self._closed = True
            self._items.clear()
            self._changed.notify_all()
