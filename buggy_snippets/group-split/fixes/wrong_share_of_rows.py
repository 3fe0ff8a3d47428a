# wrong: takes groups until a share of the ROWS is reached, so one heavy group decides
import random

import numpy as np


def group_split(groups, test_frac=0.2, seed=0):
    rows = [g.item() if hasattr(g, "item") else g for g in groups]
    ids = sorted(set(rows))
    if len(ids) < 2 or not 0 < test_frac < 1:
        raise ValueError
    k = int(test_frac * len(ids) + 0.5)
    k = min(max(k, 1), len(ids) - 1)
    order, test_ids, got = random.Random(seed).sample(ids, len(ids)), set(), 0
    for g in order[:-1]:
        if got >= test_frac * len(rows):
            break
        test_ids.add(g)
        got += rows.count(g)
    test_ids = test_ids or {order[0]}
    in_test = np.fromiter((g in test_ids for g in rows), dtype=bool, count=len(rows))
    index = np.arange(len(rows), dtype=np.int64)
    return index[~in_test], index[in_test]
