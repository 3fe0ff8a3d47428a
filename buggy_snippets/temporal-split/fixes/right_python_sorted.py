# plain Python, exact integers kept, error subclass
import math
import numpy as np
class BadSplit(ValueError): pass
def temporal_split(times, val_frac=0.2, gap=0.0, *, stable=True):
    t = [float(x) if not isinstance(x, int) else x for x in (times.tolist() if hasattr(times, "tolist") else [getattr(x, "item", lambda: x)() for x in times])]
    n = len(t)
    if n < 2 or any(math.isnan(x) or math.isinf(x) for x in t): raise BadSplit("times")
    if not 0 < val_frac < 1 or not gap >= 0: raise BadSplit("arguments")
    s = sorted(t)
    T = s[-min(n - 1, max(1, math.floor(val_frac * n + 0.5)))]
    rows = sorted(range(n), key=t.__getitem__)
    train, val = [i for i in rows if t[i] < T - gap], [i for i in rows if t[i] >= T]
    if not train: raise BadSplit("empty")
    return np.array(train, dtype=np.int64), np.array(val, dtype=np.int64)
