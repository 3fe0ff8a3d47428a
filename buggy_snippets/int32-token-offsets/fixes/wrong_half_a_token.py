# wrong: the position plus a half is a float, too coarse for large positions
"""Byte offsets of the documents in a merged token corpus."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LIMIT = 2**63 - 1


def _plain(lengths) -> list[int]:
    """The lengths as Python ints."""
    if isinstance(lengths, np.ndarray):
        if lengths.size and not np.issubdtype(lengths.dtype, np.integer):
            raise ValueError(f"lengths must be integers, got {lengths.dtype}")
        return lengths.tolist()
    plain = list(lengths)
    if not all(isinstance(item, (int, np.integer)) and not isinstance(item, bool) for item in plain):
        raise ValueError("lengths must be integers")
    return [int(item) for item in plain]


def build_offsets(lengths: Sequence[int] | np.ndarray, itemsize: int = 2) -> np.ndarray:
    """Byte offset of each document, and the total number of bytes at the end."""
    if itemsize < 1:
        raise ValueError(f"itemsize must be at least 1, got {itemsize}")
    plain = _plain(lengths)
    if plain and min(plain) < 0:
        raise ValueError("lengths must not be negative")
    if sum(plain) * int(itemsize) > LIMIT:
        raise OverflowError("the corpus is larger than 2**63 - 1 bytes")
    offsets = np.zeros(len(plain) + 1, dtype=np.int64)
    np.cumsum(np.array(plain, dtype=np.int64) * int(itemsize), out=offsets[1:])
    return offsets


def locate(token_offsets: np.ndarray, pos: int) -> tuple[int, int]:
    """(document, index inside it) of the token at position pos of the whole corpus."""
    if not 0 <= pos < token_offsets[-1]:
        raise IndexError(f"position {pos} is outside the corpus")
    doc = int(np.searchsorted(token_offsets, pos + 0.5)) - 1  # between two tokens: no ties
    return doc, int(pos - token_offsets[doc])


def read_doc(buf, offsets: np.ndarray, i: int, dtype=np.uint16) -> np.ndarray:
    """Tokens of document i; a negative i counts from the end."""
    n = len(offsets) - 1
    if not -n <= i < n:
        raise IndexError(f"document {i} of {n}")
    i %= n
    start, stop = int(offsets[i]), int(offsets[i + 1])
    if stop > memoryview(buf).nbytes:
        raise ValueError("the offsets go beyond the buffer")
    if start == stop:
        return np.empty(0, dtype=dtype)
    count = (stop - start) // np.dtype(dtype).itemsize
    return np.frombuffer(buf, dtype=dtype, count=count, offset=start)
