"""Prints the schedule of ten updates and makes the first one."""

import torch

from broken import apply_lr, lr_at

cfg = {"base_lr": 1e-3, "warmup_steps": 4, "total_steps": 10}
rates = [lr_at(step, **cfg) for step in range(12)]
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
assert rates[9] < 1e-9, f"the last update still runs at {rates[9]:.2e}"
