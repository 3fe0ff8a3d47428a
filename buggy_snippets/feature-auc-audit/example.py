"""Five columns that give the label away or not, and one that never changes."""

import numpy as np
from broken import auc, audit

ROWS = 400
EQUAL = 4

flat, half = [1] * EQUAL, [0] * (EQUAL // 2)
one_way, other_way = auc(flat, half + [1] * len(half)), auc(flat, [1] * len(half) + half)
print(f"AUC of a column that never changes: {one_way}, and with the rows turned round: {other_way}")

rng = np.random.default_rng(3)
label = np.arange(ROWS) % 2
noise = rng.normal(size=ROWS)
table = np.column_stack(
    [
        noise,  # 0: says nothing
        label + 0.1 * rng.normal(size=ROWS),  # 1: the label itself, blurred
        -label + 0.1 * rng.normal(size=ROWS),  # 2: the same, turned round
        np.where(label == 1, np.nan, noise),  # 3: missing exactly for the positive rows
    ]
)
found = [column for column, _ in audit(table, label)]
print(f"AUC of column 2: {auc(table[:, 2], label):.3f}")
print(f"flagged columns: {found}   (1, 2 and 3 give the label away)")

assert one_way == other_way == 0.5, "the AUC depends on the order of the rows"
assert sorted(found) == [1, 2, 3], "leaks were missed"
