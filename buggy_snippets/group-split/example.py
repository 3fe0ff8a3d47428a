"""600 rows of 60 users are split, then the same table in another row order."""

import numpy as np
from broken import group_split

users = np.repeat(np.arange(60), 10)
train, test = group_split(users, test_frac=0.2, seed=0)
both = set(users[train].tolist()) & set(users[test].tolist())
print(f"{len(train)} training rows, {len(test)} test rows")
print(f"users on both sides: {len(both)} of 60")

export = users[::-1].copy()
_, again = group_split(export, test_frac=0.2, seed=0)
first, second = set(users[test].tolist()), set(export[again].tolist())
print(f"test users that changed when the table was exported in another order: {len(first ^ second)}")

assert not both, "the model is tested on users it was trained on"
assert first == second, "the same users, the same seed, another split"
