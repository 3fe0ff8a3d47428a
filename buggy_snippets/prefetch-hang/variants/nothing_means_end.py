"""Reads batches ahead of the training loop in a background thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import Any


def prefetch(source: Iterable[Any], depth: int = 2) -> Iterator[Any]:
    """The items of source, read up to `depth` ahead of the consumer; close() stops early."""
    if depth < 1:
        raise ValueError(f"depth must be at least 1, got {depth}")
    return _drain(source, depth)


def _drain(source: Iterable[Any], depth: int) -> Iterator[Any]:
    buffer: queue.Queue[Any] = queue.Queue(maxsize=depth)
    stop = threading.Event()

    def put(value: Any) -> None:
        while not stop.is_set():
            try:
                buffer.put(value, timeout=0.1)
            except queue.Full:
                continue
            return

    def work() -> None:
        try:
            for item in source:
                put(item)
                if stop.is_set():
                    return
        except Exception as error:
            put(error)
        else:
            put(None)

    threading.Thread(target=work, name="prefetch", daemon=True).start()
    try:
        while True:
            item = buffer.get()
            if item is None:
                return
            if isinstance(item, Exception):
                raise item
            yield item
    finally:
        stop.set()
