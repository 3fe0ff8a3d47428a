# Condition and deque, no queue
import threading
from collections import deque

class DepthError(ValueError):
    pass

class prefetch:
    def __init__(self, source, depth=2):
        if not depth >= 1:
            raise DepthError(depth)
        self.source, self.depth = source, depth
        self.items, self.cv = deque(), threading.Condition()
        self.finished = self.closed = False
        self.error = None
        threading.Thread(target=self.run, daemon=True).start()
    def run(self):
        error = None
        try:
            it = iter(self.source)
            while True:
                with self.cv:
                    self.cv.wait_for(lambda: self.closed or len(self.items) < self.depth)
                    if self.closed:
                        return
                try:
                    item = next(it)
                except StopIteration:
                    break
                with self.cv:
                    self.items.append(item)
                    self.cv.notify_all()
        except Exception as e:
            error = e
        with self.cv:
            self.error, self.finished = error, True
            self.cv.notify_all()
    def __iter__(self):
        return self
    def __next__(self):
        with self.cv:
            self.cv.wait_for(lambda: self.closed or self.items or self.finished)
            if self.closed:
                raise StopIteration
            if self.items:
                item = self.items.popleft()
                self.cv.notify_all()
                return item
            self.closed = True
            if self.error is not None:
                raise self.error
            raise StopIteration
    def close(self):
        with self.cv:
            self.closed = True
            self.items.clear()
            self.cv.notify_all()
