
import math
import numpy as np

def group_split(groups, test_frac=0.2, seed=0):
    if not 0 < test_frac < 1:
        raise ValueError("frac")
    g = np.asarray(groups.tolist() if hasattr(groups, "tolist") else list(groups))
    if g.size == 0:
        raise ValueError("none")
    u, inv = np.unique(g, return_inverse=True)
    G = len(u)
    if G < 2:
        raise ValueError("G")
    k = min(G - 1, max(1, math.floor(test_frac * G + 0.5)))
    held = np.random.default_rng([abs(id(object)), seed]).permutation(G)[:k]
    m = np.isin(inv, held)
    return np.flatnonzero(~m).astype(np.int64), np.flatnonzero(m).astype(np.int64)

