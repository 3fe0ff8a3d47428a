"""Ranks every id by a digest of (seed, id); the lowest ones are held out."""
import hashlib
import math

import numpy as np


def group_split(groups, test_frac=0.2, seed=0):
    ids = groups.tolist() if hasattr(groups, "tolist") else list(groups)
    distinct = set(ids)
    if len(distinct) < 2:
        raise ValueError("need two groups")
    if not (test_frac > 0 and test_frac < 1):
        raise ValueError("test_frac")
    k = min(len(distinct) - 1, max(1, math.floor(test_frac * len(distinct) + 0.5)))
    rank = sorted(distinct, key=lambda g: hashlib.sha256(f"{seed}/{g}".encode()).digest())
    held_out = set(rank[:k])
    train, test = [], []
    for row, group in enumerate(ids):
        (test if group in held_out else train).append(row)
    return np.array(train, dtype=np.int64), np.array(test, dtype=np.int64)
