"""Works on a copy, so there is nothing to restore."""

import copy
import math

import torch


def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    if steps < 1:
        raise ValueError("steps")
    if not threshold > 0:
        raise ValueError("threshold")
    x, y = batch
    if x.shape[0] == 0:
        raise ValueError("empty batch")
    twin = copy.deepcopy(model).eval()
    trainable = [p for p in twin.parameters() if p.requires_grad]
    if not trainable:
        raise ValueError("nothing to train")

    def measure():
        with torch.no_grad():
            return float(loss_fn(twin(x), y))

    before = measure()
    if not math.isfinite(before):
        return False, before, before
    adam = torch.optim.Adam(trainable, lr=lr)
    for _ in range(steps):
        adam.zero_grad(set_to_none=True)
        loss_fn(twin(x), y).backward()
        adam.step()
    after = measure()
    return bool(math.isfinite(after) and after <= floor + threshold), before, after
