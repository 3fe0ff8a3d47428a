# itertools.groupby, integer counts, Fraction-free exact division
from itertools import groupby
import math
def tolist(v): return v.tolist() if hasattr(v, "tolist") else [x.item() if hasattr(x, "item") else x for x in v]
def auc(scores, labels, *, _skip=False):
    s, y = tolist(scores), tolist(labels)
    if len(s) != len(y) or (s and isinstance(s[0], list)): raise ValueError("shape")
    if any(l not in (0, 1) for l in y): raise ValueError("labels")
    rows = sorted((float(a), int(l)) for a, l in zip(s, y) if not math.isnan(a))
    neg = twice = pos = 0
    for _, grp in groupby(rows, key=lambda r: r[0]):
        g = [l for _, l in grp]; p = sum(g); m = len(g) - p
        twice += p * (2 * neg + m); neg += m; pos += p
    return twice / (2 * pos * neg) if pos and neg else math.nan
def audit(X, y, threshold=0.95):
    if not 0.5 <= threshold <= 1: raise ValueError("threshold")
    X, y = [list(r) for r in tolist(X)], tolist(y)
    if len(set(map(float, y))) != 2: raise ValueError("one class")
    found = {}
    for j in range(len(X[0])):
        col = [r[j] for r in X]
        vals = [auc(col, y), auc([float(c != c) for c in col], y)]
        vals = [v for a in vals if not math.isnan(a) for v in (a, 1 - a)]
        sep = max(vals) if vals else 0.5
        if sep > threshold: found[j] = sep
    return sorted(found.items(), key=lambda kv: (-kv[1], kv[0]))
