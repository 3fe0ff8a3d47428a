"""The same rule with a stable torch sort and two searches in the sorted times."""
import math

import numpy as np
import torch


def temporal_split(times, val_frac=0.2, gap=0.0):
    t = torch.as_tensor(times).detach().cpu().to(torch.float64)
    n = t.numel()
    if t.dim() != 1 or n < 2 or not torch.isfinite(t).all():
        raise ValueError("times")
    if not (0 < val_frac < 1) or not gap >= 0:
        raise ValueError("arguments")
    k = min(n - 1, max(1, int(math.floor(val_frac * n + 0.5))))
    s, order = torch.sort(t, stable=True)
    cut = s[n - k]
    first_val = int(torch.searchsorted(s, cut, right=False))
    end_train = int(torch.searchsorted(s, cut - gap, right=False))
    if end_train == 0:
        raise ValueError("empty training set")
    return order[:end_train].numpy().astype(np.int64), order[first_val:].numpy().astype(np.int64)
