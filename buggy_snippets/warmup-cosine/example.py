"""Prints a short schedule and makes the first update."""

import torch

from broken import apply_lr, lr_at

WARMUP = 4
TOTAL = 10

cfg = {"base_lr": 1e-3, "warmup_steps": WARMUP, "total_steps": TOTAL}
rates = [lr_at(step, **cfg) for step in range(TOTAL + 2)]
for step, rate in enumerate(rates):
    print(f"step {step:2d}  lr {rate:.2e}")

layer = torch.nn.Linear(2, 1)
before = layer.weight.detach().clone()
optimizer = torch.optim.SGD(layer.parameters(), lr=1.0)
apply_lr(optimizer, 0, **cfg)
layer(torch.ones(1, 2)).sum().backward()
optimizer.step()
moved = (layer.weight - before).abs().max().item()
print(f"largest change of a weight in the first update: {moved:.1e}")

assert moved > 0, "the first update changed nothing"
assert rates[TOTAL - 1] < 1e-9, f"the last update still runs at {rates[TOTAL - 1]:.2e}"
