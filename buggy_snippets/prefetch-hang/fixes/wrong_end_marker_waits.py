# wrong: the end is put into a full buffer without looking whether anybody still reads
from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import Any

ITEM, ERROR, END = range(3)
TICK = 0.05


class _Ahead:
    def __init__(self, source, depth):
        self.buffer = queue.Queue(maxsize=depth)
        self.stop = threading.Event()
        self.over = False
        threading.Thread(target=self.work, args=(source,), daemon=True).start()

    def offer(self, kind, value=None) -> bool:
        while not self.stop.is_set():
            try:
                self.buffer.put((kind, value), timeout=TICK)
                return True
            except queue.Full:
                continue
        return False

    def work(self, source):
        try:
            for item in source:
                if not self.offer(ITEM, item):
                    return
        except Exception as error:
            self.offer(ERROR, error)
        else:
            self.buffer.put((END, None))

    def __iter__(self):
        return self

    def __next__(self):
        while not (self.over or self.stop.is_set()):
            try:
                kind, value = self.buffer.get(timeout=TICK)
            except queue.Empty:
                continue
            if self.stop.is_set():
                break
            if kind == ITEM:
                return value
            self.over = True
            if kind == ERROR:
                raise value
        raise StopIteration

    def close(self):
        self.stop.set()


def prefetch(source: Iterable[Any], depth: int = 2) -> Iterator[Any]:
    """The items of source, read up to `depth` ahead of the consumer; close() stops early."""
    if depth < 1:
        raise ValueError(f"depth must be at least 1, got {depth}")
    return _Ahead(source, depth)
