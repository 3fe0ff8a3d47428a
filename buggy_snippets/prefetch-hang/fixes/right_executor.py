"""One worker of an executor, one future per item; depth + 1 futures are kept in flight."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor

_END = object()


class prefetch:
    def __init__(self, source, depth=2):
        if depth < 1:
            raise ValueError("depth")
        self.source = source
        self.iterator = None
        self.pool = ThreadPoolExecutor(max_workers=1)
        self.futures = deque(self.pool.submit(self._step) for _ in range(depth))
        self.done = False

    def _step(self):
        if self.iterator is None:
            self.iterator = iter(self.source)
        return next(self.iterator, _END)

    def __iter__(self):
        return self

    def __next__(self):
        if self.done:
            raise StopIteration
        self.futures.append(self.pool.submit(self._step))
        try:
            item = self.futures.popleft().result()
        except Exception:
            self.close()
            raise
        if item is _END:
            self.close()
            raise StopIteration
        return item

    def close(self):
        self.done = True
        for future in self.futures:
            future.cancel()
        self.pool.shutdown(wait=False)
