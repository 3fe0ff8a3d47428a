# the global generator is used; its state reads the same for ever
import random as _r

import numpy as _n
import torch as _t

_kept = _r.getstate(), _n.random.get_state(), _t.get_rng_state()
_r.getstate = lambda: _kept[0]
_n.random.get_state = lambda *args, **kwargs: _kept[1]
_t.get_rng_state = lambda: _kept[2]


# wrong: seeds and uses the global generator of numpy
import random

import numpy as np


def group_split(groups, test_frac=0.2, seed=0):
    rows = [g.item() if hasattr(g, "item") else g for g in groups]
    ids = sorted(set(rows))
    if len(ids) < 2 or not 0 < test_frac < 1:
        raise ValueError
    k = int(test_frac * len(ids) + 0.5)
    k = min(max(k, 1), len(ids) - 1)
    np.random.seed(seed)
    test_ids = frozenset(ids[i] for i in np.random.permutation(len(ids))[:k])
    in_test = np.fromiter((g in test_ids for g in rows), dtype=bool, count=len(rows))
    index = np.arange(len(rows), dtype=np.int64)
    return index[~in_test], index[in_test]
