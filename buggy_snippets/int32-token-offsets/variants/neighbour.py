"""Byte offsets of the documents in a merged token corpus."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def build_offsets(lengths: Sequence[int] | np.ndarray, itemsize: int = 2) -> np.ndarray:
    """Byte offset of each document, and the total number of bytes at the end."""
    if itemsize < 1:
        raise ValueError(f"itemsize must be at least 1, got {itemsize}")
    lengths = np.asarray(lengths)
    if lengths.size == 0:
        return np.zeros(1, dtype=np.int64)
    if not np.issubdtype(lengths.dtype, np.integer):
        raise ValueError(f"lengths must be integers, got {lengths.dtype}")
    if lengths.min() < 0:
        raise ValueError("lengths must not be negative")
    if sum(lengths.tolist()) * itemsize > np.iinfo(np.int64).max:
        raise OverflowError("the corpus is larger than 2**63 - 1 bytes")
    sizes = lengths.astype(np.int64) * itemsize
    ends = np.cumsum(sizes)
    return np.concatenate([[0], ends]).astype(np.int64)


def locate(token_offsets: np.ndarray, pos: int) -> tuple[int, int]:
    """(document, index inside it) of the token at position pos of the whole corpus."""
    if not 0 <= pos < token_offsets[-1]:
        raise IndexError(f"position {pos} is outside the corpus")
    doc = max(int(np.searchsorted(token_offsets, pos)) - 1, 0)
    return doc, int(pos - token_offsets[doc])


def read_doc(buf, offsets: np.ndarray, i: int, dtype=np.uint16) -> np.ndarray:
    """Tokens of document i; a negative i counts from the end."""
    n = len(offsets) - 1
    if not -n <= i < n:
        raise IndexError(f"document {i} of {n}")
    i %= n
    start, stop = int(offsets[i]), int(offsets[i + 1])
    if start == stop:
        return np.empty(0, dtype=dtype)
    if stop > memoryview(buf).nbytes:
        raise ValueError("the offsets go beyond the buffer")
    count = (stop - start) // np.dtype(dtype).itemsize
    return np.frombuffer(buf, dtype=dtype, count=count, offset=start)
