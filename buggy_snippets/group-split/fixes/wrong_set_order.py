# wrong: shuffles list(set(...)): the order depends on the process's hash seed and the insertion order
import random

import numpy as np


def group_split(groups, test_frac=0.2, seed=0):
    rows = [g.item() if hasattr(g, "item") else g for g in groups]
    ids = list(set(rows))
    if len(ids) < 2 or not 0 < test_frac < 1:
        raise ValueError
    k = int(test_frac * len(ids) + 0.5)
    k = min(max(k, 1), len(ids) - 1)
    test_ids = frozenset(random.Random(seed).sample(ids, k))
    in_test = np.fromiter((g in test_ids for g in rows), dtype=bool, count=len(rows))
    index = np.arange(len(rows), dtype=np.int64)
    return index[~in_test], index[in_test]
