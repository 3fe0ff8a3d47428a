"""Exact sums through object arrays, searchsorted on the ends."""

import numpy as np


def build_offsets(lengths, itemsize: int = 2):
    lengths = np.asarray(lengths)
    if itemsize < 1:
        raise ValueError("itemsize < 1")
    if len(lengths) == 0:
        return np.array([0], dtype=np.int64)
    if not np.issubdtype(lengths.dtype, np.integer) or (lengths < 0).any():
        raise ValueError("lengths must be integers >= 0")
    exact = np.cumsum(lengths.astype(object) * int(itemsize))
    if exact[-1] > 2**63 - 1:
        raise OverflowError("total")
    offsets = np.zeros(len(lengths) + 1, np.int64)
    offsets[1:] = exact.astype(np.int64)
    return offsets


def locate(token_offsets, pos):
    total = int(token_offsets[-1])
    if pos < 0 or pos >= total:
        raise IndexError("position")
    ends = token_offsets[1:]
    doc = int(np.searchsorted(ends, pos, side="right"))
    return doc, int(pos) - int(token_offsets[doc])


def read_doc(buf, offsets, i, dtype=np.uint16):
    n = len(offsets) - 1
    if i < 0:
        i += n
    if i < 0 or i >= n:
        raise IndexError("no such document")
    start, stop = offsets[i], offsets[i + 1]
    dtype = np.dtype(dtype)
    if stop == start:
        return np.zeros(0, dtype)
    return np.frombuffer(buf, dtype, int(stop - start) // dtype.itemsize, int(start))
