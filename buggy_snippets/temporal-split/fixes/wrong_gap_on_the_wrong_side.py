# wrong: the gap is cut out of the validation rows
import math

import numpy as np


def temporal_split(times, val_frac=0.2, gap=0.0):
    stamps = np.array(times, dtype=float)
    n = stamps.size
    if stamps.ndim != 1 or n < 2 or not np.isfinite(stamps).all():
        raise ValueError("times")
    if not 0 < val_frac < 1 or not gap >= 0:
        raise ValueError("val_frac or gap")
    wanted = min(max(math.floor(val_frac * n + 0.5), 1), n - 1)
    order = np.argsort(stamps, kind="stable")
    s = stamps[order]
    border = s[n - wanted]
    val = order[s >= border + gap]
    train = order[s < border]
    if train.size == 0:
        raise ValueError("nothing to train on")
    return train, val
