"""Python integers all the way, bisect for the position."""

from bisect import bisect_right
from itertools import accumulate

import numpy as np


def build_offsets(lengths, itemsize=2):
    if itemsize < 1:
        raise ValueError("itemsize")
    array = np.asarray(lengths)
    if array.size and array.dtype.kind not in "iu":
        raise ValueError("lengths are not integers")
    ends = [0]
    for length in array.tolist():
        if length < 0:
            raise ValueError("negative length")
        ends.append(ends[-1] + length * itemsize)
    if ends[-1] >= 2**63:
        raise OverflowError("too many bytes")
    return np.array(ends, dtype=np.int64)


def locate(token_offsets, pos):
    if pos < 0 or pos >= token_offsets[-1]:
        raise IndexError(pos)
    doc = bisect_right(token_offsets, pos) - 1
    return doc, int(pos) - int(token_offsets[doc])


def read_doc(buf, offsets, i, dtype=np.uint16):
    documents = range(len(offsets) - 1)
    i = documents[i]
    start, stop = int(offsets[i]), int(offsets[i + 1])
    raw = memoryview(buf).cast("B")
    if stop > len(raw):
        raise ValueError("buffer too small")
    if start == stop:
        return np.array([], dtype=dtype)
    return np.frombuffer(raw[start:stop], dtype=dtype)
