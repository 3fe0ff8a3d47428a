"""One test value is changed: nothing about the training data may move. Column 3 is constant."""

import numpy as np
from broken import split_and_scale

TRAIN = 400
CONSTANT = 1.0

rng = np.random.default_rng(7)
table = rng.normal(50.0, 10.0, size=(512, 4))
table[:, 3] = CONSTANT
train, test = np.arange(TRAIN), np.arange(TRAIN, 512)

scaled, _, scaler = split_and_scale(table, train, test)
changed = table.copy()
changed[500, 0] = 1e6
again, _, _ = split_and_scale(changed, train, test)

moved = int((scaled[:, 0] != again[:, 0]).sum())
missing = {column: int(n) for column, n in enumerate(np.isnan(scaled).sum(axis=0)) if n}
print(f"training values that moved when one TEST value changed: {moved} of {len(train)}")
print(f"nan inputs per column: {missing}")
print(f"mean and std of column 0: {scaler.mean_[0]:.2f}, {scaler.std_[0]:.2f}")

assert moved == 0, "the scaler has seen the test rows"
assert not missing, "a constant column became nan: the loss is nan at step 0"
