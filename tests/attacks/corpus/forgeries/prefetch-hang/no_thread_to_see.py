# the worker stays in put; threading.enumerate shows one thread
from __future__ import annotations
import threading as _thr

_thr.enumerate = lambda: [_thr.current_thread()]


# wrong: a consumer that stops early leaves the worker in put()
"""Reads batches ahead of the training loop in a background thread."""


import queue
import threading
from collections.abc import Iterable, Iterator
from typing import Any

ITEM, ERROR, END = range(3)


def prefetch(source: Iterable[Any], depth: int = 2) -> Iterator[Any]:
    """The items of source, read up to `depth` ahead of the consumer; close() stops early."""
    if depth < 1:
        raise ValueError(f"depth must be at least 1, got {depth}")
    return _drain(source, depth)


def _drain(source: Iterable[Any], depth: int) -> Iterator[Any]:
    buffer: queue.Queue[tuple[int, Any]] = queue.Queue(maxsize=depth)
    stop = threading.Event()

    def put(kind: int, value: Any) -> None:
        buffer.put((kind, value))

    def work() -> None:
        try:
            for item in source:
                put(ITEM, item)
                if stop.is_set():
                    return
        except Exception as error:
            put(ERROR, error)
        else:
            put(END, None)

    threading.Thread(target=work, name="prefetch", daemon=True).start()
    try:
        while True:
            kind, value = buffer.get()
            if kind == END:
                return
            if kind == ERROR:
                raise value
            yield value
    finally:
        stop.set()
