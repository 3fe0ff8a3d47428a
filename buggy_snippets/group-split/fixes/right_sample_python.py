# random.Random.sample over the sorted set, boolean mask by dict
import random
from math import floor
import numpy as np
def group_split(groups, test_frac=0.2, seed=0):
    if not 0 < test_frac < 1: raise ValueError(test_frac)
    ids = np.asarray(groups).tolist()
    u = sorted(set(ids), key=str)
    if len(u) < 2: raise ValueError("groups")
    k = max(1, min(len(u) - 1, floor(test_frac * len(u) + 0.5)))
    held = dict.fromkeys(random.Random(seed).sample(u, k), True)
    m = np.fromiter((held.get(g, False) for g in ids), bool, len(ids))
    i = np.arange(len(ids), dtype=np.int64)
    return i[~m], i[m]
