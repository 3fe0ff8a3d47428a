"""A healthy two-layer net with dropout, and what the check leaves behind."""

import torch
from torch import nn

from broken import can_overfit

ROWS = 24
DROPOUT = 0.5

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(8, 24), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(24, 4))
model.eval()
x, y = torch.randn(ROWS, 8), torch.randint(0, 4, (ROWS,))
before = {name: value.clone() for name, value in model.state_dict().items()}

ok, first, last = can_overfit(model, nn.functional.cross_entropy, (x, y), lr=0.03)
print(f"overfit check {'passed' if ok else 'FAILED'}: {first:.2f} -> {last:.2f}")
moved = max((value - before[name]).abs().max().item() for name, value in model.state_dict().items())
print(f"largest change left in the weights: {moved:.2f}, training mode: {model.training}")

assert ok, "a healthy model is said to be unable to learn one batch"
assert moved == 0, "the training run would start from the overfitted weights"
assert not model.training, "the model was handed over in eval mode"
