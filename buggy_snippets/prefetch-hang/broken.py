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
    buffer: queue.Queue[Any] = queue.Queue(maxsize=depth)

    def work() -> None:
        for item in source:
            buffer.put(item)
        buffer.put(None)

    threading.Thread(target=work, name="prefetch", daemon=True).start()
    return _drain(buffer)


def _drain(buffer: queue.Queue[Any]) -> Iterator[Any]:
    while True:
        item = buffer.get()
        if item is None:
            return
        yield item
