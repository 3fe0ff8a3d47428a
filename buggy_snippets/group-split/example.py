"""Ten rows of each user are split, then the same table in another row order."""

import numpy as np
from broken import group_split

USERS = 60
SHARE = 0.2

users = np.repeat(np.arange(USERS), 10)
train, test = group_split(users, test_frac=SHARE, seed=0)
both = set(users[train].tolist()) & set(users[test].tolist())
print(f"{len(train)} training rows, {len(test)} test rows")
print(f"users on both sides: {len(both)} of {USERS}")

export = users[::-1].copy()
_, again = group_split(export, test_frac=SHARE, seed=0)
first, second = set(users[test].tolist()), set(export[again].tolist())
print(f"test users that changed when the table was exported in another order: {len(first ^ second)}")

assert not both, "the model is tested on users it was trained on"
assert first == second, "the same users, the same seed, another split"
