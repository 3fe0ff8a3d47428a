# itertools on Python ints, bisect, numpy slice of the buffer
import itertools, operator
from bisect import bisect_right
import numpy as np

class Length(ValueError):
    pass

def build_offsets(lengths, itemsize=2):
    if itemsize < 1:
        raise Length("itemsize")
    a = np.asarray(lengths)
    if a.size and a.dtype.kind not in "iu":
        raise Length("dtype")
    items = [int(x) * itemsize for x in a.tolist()]
    if any(x < 0 for x in items):
        raise Length("negative")
    out = list(itertools.accumulate(items, initial=0))
    if out[-1] > 2 ** 63 - 1:
        raise OverflowError("too large")
    return np.array(out, dtype=np.int64)

def locate(token_offsets, pos):
    pos = operator.index(pos)
    if pos < 0 or pos >= token_offsets[-1]:
        raise IndexError(pos)
    d = bisect_right(token_offsets, pos) - 1
    return d, pos - int(token_offsets[d])

def read_doc(buf, offsets, i, dtype=np.uint16):
    n = len(offsets) - 1
    if i < 0:
        i += n
    if i < 0 or i >= n:
        raise IndexError("document")
    a, b = int(offsets[i]), int(offsets[i + 1])
    raw = np.frombuffer(buf, dtype=np.uint8) if len(memoryview(buf)) else np.zeros(0, np.uint8)
    if b > a and b > raw.size:
        raise ValueError("beyond the end")
    return raw[a:b].copy().view(dtype) if b > a else np.zeros(0, dtype)
