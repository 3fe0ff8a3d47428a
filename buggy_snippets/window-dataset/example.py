"""A short series and its windows: how many there are, and where they end."""

from itertools import islice

import torch

from broken import WindowDataset

SERIES = (10, 4, 3)

STEPS, WINDOW, WINDOWS = SERIES
series = torch.arange(float(STEPS)).unsqueeze(1)
ds = WindowDataset(series, window=WINDOW, stride=2)
print("length:", len(ds))
for i in range(len(ds)):
    try:
        x, y = ds[i]
    except IndexError:
        print(f"ds[{i}]: IndexError")
        continue
    print(f"ds[{i}]: x {x.flatten().tolist()}  y {y.flatten().tolist()}")
steps = sum(1 for _ in islice(ds, 1000))
print("plain iteration:", "still going after 1000 items" if steps == 1000 else f"{steps} items")

assert len(ds) == WINDOWS, f"{STEPS} steps hold {WINDOWS} windows, not {len(ds)}"
assert steps == WINDOWS, "plain iteration does not stop"
