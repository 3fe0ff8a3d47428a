# wrong: sums q ln(q/p) only
import math

import numpy as np
import torch


def psi(expected, actual, bins=10, eps=1e-4):
    if bins <= 1:
        raise ValueError("bins")
    e, a = clean(expected), clean(actual)
    q = [k / bins for k in range(1, bins)]
    cuts = sorted(set(np.quantile(e, q).tolist()))
    shares = []
    for sample in (e, a):
        where = np.digitize(sample, cuts)  # right=False: a value on a cut goes up
        count = np.bincount(where, minlength=len(cuts) + 1)
        shares.append([max(c / sample.size, eps) for c in count])
    return math.fsum(y * math.log(y / x) for x, y in zip(*shares))


def clean(v):
    v = v.detach().cpu().tolist() if torch.is_tensor(v) else v
    v = np.array(v, dtype=float).reshape(-1)
    v = v[np.isfinite(v)]
    if not v.size:
        raise ValueError("empty")
    return v
