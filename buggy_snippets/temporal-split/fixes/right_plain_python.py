"""Sorting pairs, no array tricks."""
from math import floor, isfinite

import numpy as np


def temporal_split(times, val_frac=0.2, gap=0.0):
    stamps = [float(x) for x in (times.tolist() if hasattr(times, "tolist") else times)]
    if len(stamps) < 2 or any(not isfinite(x) for x in stamps):
        raise ValueError("need two finite times")
    if not 0 < val_frac < 1:
        raise ValueError("val_frac")
    if gap != gap or gap < 0:
        raise ValueError("gap")
    pairs = sorted((x, row) for row, x in enumerate(stamps))
    wanted = floor(val_frac * len(pairs) + 0.5)
    wanted = min(max(wanted, 1), len(pairs) - 1)
    border = pairs[-wanted][0]
    val = [row for x, row in pairs if x >= border]
    train = [row for x, row in pairs if x < border - gap]
    if not train:
        raise ValueError("nothing to train on")
    return np.asarray(train, dtype=np.int64), np.asarray(val, dtype=np.int64)
