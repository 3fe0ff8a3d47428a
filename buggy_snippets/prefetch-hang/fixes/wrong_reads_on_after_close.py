# after close() the worker still reads the source to its end
"""Reads batches ahead of the training loop in a background thread."""

from __future__ import annotations

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
        while not stop.is_set():
            try:
                buffer.put((kind, value), timeout=0.1)
            except queue.Full:
                continue
            return

    def work() -> None:
        try:
            for item in source:
                put(ITEM, item)
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
