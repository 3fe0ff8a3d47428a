# ThreadPoolExecutor with a deque of futures
from collections import deque
from concurrent.futures import ThreadPoolExecutor

END = object()

class Ahead:
    def __init__(self, source, depth):
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="prefetch")
        self._it = None
        self._source = source
        self._open = True
        self._futures = deque(self._pool.submit(self._one) for _ in range(depth))
    def _one(self):
        if self._it is None:
            self._it = iter(self._source)
        return next(self._it, END)
    def __iter__(self):
        return self
    def __next__(self):
        if not self._open:
            raise StopIteration
        try:
            item = self._futures.popleft().result()
        except Exception:
            self.close()
            raise
        if item is END:
            self.close()
            raise StopIteration
        self._futures.append(self._pool.submit(self._one))
        return item
    def close(self):
        self._open = False
        self._pool.shutdown(wait=False, cancel_futures=True)

def prefetch(source, depth: int = 2):
    if depth <= 0:
        raise ValueError("depth must be positive")
    return Ahead(source, depth)
