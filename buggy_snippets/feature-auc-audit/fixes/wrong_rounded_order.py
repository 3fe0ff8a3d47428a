# wrong: the order is that of separabilities rounded to three digits
import numpy as np
import torch


def _array(values):
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu().double().numpy()
    return np.asarray(values, dtype=np.float64)


def auc(scores, labels):
    s, y = _array(scores), _array(labels)
    if s.shape != y.shape or s.ndim != 1 or not ((y == 0) | (y == 1)).all():
        raise ValueError("scores and 0/1 labels of one length are needed")
    keep = ~np.isnan(s)
    pos, neg = np.sort(s[keep & (y == 1)]), np.sort(s[keep & (y == 0)])
    if not len(pos) or not len(neg):
        return float("nan")
    below = np.searchsorted(neg, pos, "left").sum(dtype=np.int64)
    upto = np.searchsorted(neg, pos, "right").sum(dtype=np.int64)
    return float(int(below) + int(upto)) / (2 * len(pos) * len(neg))


def audit(X, y, threshold=0.95):
    if not 0.5 <= threshold <= 1:
        raise ValueError("threshold")
    X, y = _array(X), _array(y)
    if X.ndim != 2 or y.shape != X.shape[:1] or np.unique(y).size < 2:
        raise ValueError("X, y")
    found = []
    for j in range(X.shape[1]):
        a = auc(X[:, j], y)
        m = auc(np.isnan(X[:, j]).astype(float), y)
        values = [v for v in (a, 1 - a, m, 1 - m) if v == v]
        best = max(values, default=0.5)
        if best > threshold:
            found.append((j, best))
    found.sort(key=lambda item: (-round(item[1], 3), item[0]))
    return found
