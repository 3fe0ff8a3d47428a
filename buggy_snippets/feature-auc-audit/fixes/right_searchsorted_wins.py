# count of wins by two binary searches in the negatives, numpy float returned
import numpy as np, torch
class Bad(ValueError): pass
def arr(v): return np.asarray(v.detach().cpu().numpy() if torch.is_tensor(v) else v).astype(np.float64)
def auc(scores, labels):
    s, y = arr(scores), arr(labels)
    if s.shape != y.shape: raise Bad("shape")
    if np.any((y != 0) & (y != 1)): raise Bad("labels")
    k = s == s
    pos, neg = s[k & (y == 1)], np.sort(s[k & (y == 0)])
    if not len(pos) or not len(neg): return np.float64("nan")
    return (np.searchsorted(neg, pos, "left").sum() + np.searchsorted(neg, pos, "right").sum()) / 2 / len(pos) / len(neg)
def audit(X, y, threshold=0.95):
    if not (threshold >= 0.5 and threshold <= 1): raise Bad("threshold")
    X, y = arr(X), arr(y)
    if len(set(y.tolist())) < 2: raise Bad("classes")
    out = []
    for j, col in enumerate(X.T):
        a = np.array([auc(col, y), auc(np.isnan(col).astype(float), y)])
        d = np.nanmax(np.abs(np.where(np.isnan(a), 0.5, a) - 0.5))
        if 0.5 + d > threshold: out.append((j, 0.5 + d))
    out.sort(key=lambda f: (-f[1], f[0]))
    return out
