"""Ten steps, windows of four, stride two: there are three windows."""

from itertools import islice

import torch

from broken import WindowDataset

series = torch.arange(10.0).unsqueeze(1)
ds = WindowDataset(series, window=4, stride=2)
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

assert len(ds) == 3, f"ten steps hold 3 windows, not {len(ds)}"
assert steps == 3, "plain iteration does not stop"
