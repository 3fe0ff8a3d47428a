# a class with cached properties, itertools.groupby over sorted rows
from functools import cached_property
from itertools import groupby
import numpy as np
class Gate:
    def __init__(self, rows, min_n, max_drop): self.rows, self.min_n, self.max_drop = rows, min_n, max_drop
    @staticmethod
    def acc(rows):
        n = len(rows)
        return n, sum(r[1] == r[0] for r in rows) / n, sum(r[2] == r[0] and r[2] >= 0 for r in rows) / n
    @cached_property
    def segments(self):
        key = lambda r: (str(type(r[3])), r[3])
        groups = [(k[1], list(v)) for k, v in groupby(sorted(self.rows, key=key), key)]
        out = {k: self.acc(v) for k, v in groups if len(v) >= self.min_n}
        rest = [r for k, v in groups if len(v) < self.min_n for r in v]
        if len(rest) >= self.min_n: out["__small__"] = self.acc(rest)
        return out
    @property
    def worst(self):
        return min(((s - p, str(k), k) for k, (_, p, s) in self.segments.items()), default=(0, 0, None))[2]
    @property
    def decision(self):
        if any(s + 1e-12 < p - self.max_drop for _, p, s in self.segments.values()): return "block"
        return "promote" if self.overall[1] + 1e-12 >= self.overall[0] else "hold"
    @cached_property
    def overall(self): return self.acc(self.rows)[1:]
def gate(y_true, primary, shadow, segment, min_n=30, max_drop=0.02):
    cols = [np.asarray(c) for c in (y_true, primary, shadow, segment)]
    if any(c.ndim != 1 or len(c) == 0 or len(c) != len(cols[0]) for c in cols): raise ValueError
    if min_n < 1 or max_drop < 0: raise ValueError
    g = Gate(list(zip(*(c.tolist() for c in cols))), min_n, max_drop)
    return {k: getattr(g, k) for k in ("decision", "overall", "segments", "worst")}
