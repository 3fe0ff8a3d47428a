# wrong: accepts any label and takes everything above 0 for positive
import math

import numpy as np


def _np(v):
    return np.array(v.tolist() if hasattr(v, "tolist") else v, dtype=np.float64)


def auc(scores, labels):
    s, y = _np(scores), _np(labels)
    if s.shape != y.shape:
        raise ValueError("shape")
    y = (y > 0) * 1.0
    s, y = s[~np.isnan(s)], y[~np.isnan(s)]
    pos, neg = s[y == 1], np.sort(s[y == 0])
    if not (len(pos) and len(neg)):
        return math.nan
    lower = np.searchsorted(neg, pos, "left").sum()
    upper = np.searchsorted(neg, pos, "right").sum()
    return float(lower + upper) / (2 * len(pos) * len(neg))


def audit(X, y, threshold=0.95):
    if threshold < 0.5 or threshold > 1 or threshold != threshold:
        raise ValueError("threshold")
    X, y = _np(X), _np(y)
    if y.min() == y.max():
        raise ValueError("one class")
    out = []
    for j, col in enumerate(X.T):
        best = 0.5
        for a in (auc(col, y), auc(np.isnan(col) * 1.0, y)):
            if not math.isnan(a):
                best = max(best, a, 1 - a)
        if best > threshold:
            out.append((j, best))
    out.sort(key=lambda p: (-p[1], p[0]))
    return out
