# a class behind the functions, lazily computed, bisect on a memoryview
import bisect
import numpy as np

class Offsets:
    def __init__(self, lengths, itemsize):
        self.raw, self.itemsize = np.asarray(lengths), itemsize
    def validate(self):
        if self.itemsize < 1:
            raise ValueError
        if self.raw.shape[0] and not np.issubdtype(self.raw.dtype, np.integer):
            raise ValueError
        if (self.raw < 0).any():
            raise ValueError
        return self
    def array(self):
        total = sum(int(x) for x in self.raw) * self.itemsize
        if total > 9223372036854775807:
            raise OverflowError(total)
        res = np.empty(len(self.raw) + 1, np.int64)
        res[0] = 0
        res[1:] = self.raw
        np.multiply(res, self.itemsize, out=res)
        return res.cumsum()

def build_offsets(lengths, itemsize=2):
    return Offsets(lengths, itemsize).validate().array()

def locate(token_offsets, pos):
    lo, hi = 0, len(token_offsets) - 1
    if not (0 <= pos < token_offsets[hi]):
        raise IndexError
    while hi - lo > 1:
        mid = (lo + hi) >> 1
        if token_offsets[mid] <= pos:
            lo = mid
        else:
            hi = mid
    return lo, int(pos) - int(token_offsets[lo])

def read_doc(buf, offsets, i, dtype=np.uint16):
    n = len(offsets) - 1
    if -n <= i < n:
        k = i % n
        span = slice(int(offsets[k]), int(offsets[k + 1]))
        piece = bytes(memoryview(buf).cast("B")[span])
        if len(piece) != span.stop - span.start:
            raise ValueError("beyond")
        return np.frombuffer(piece, dtype=dtype) if piece else np.zeros(0, dtype)
    raise IndexError
