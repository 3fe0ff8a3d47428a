"""Trains clones through torch.func.functional_call; the model's own tensors are never written."""

import math

import torch
from torch.func import functional_call


def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    x, y = batch
    names = [name for name, p in model.named_parameters() if p.requires_grad]
    if steps < 1 or threshold <= 0 or len(x) < 1 or not names:
        raise ValueError("bad arguments")
    params = {
        name: p.detach().clone().requires_grad_(p.requires_grad)
        for name, p in model.named_parameters()
    }
    buffers = {name: b.detach().clone() for name, b in model.named_buffers()}
    flags = {module: module.training for module in model.modules()}
    model.eval()
    try:

        def loss():
            return loss_fn(functional_call(model, (params, buffers), (x,)), y)

        first = last = loss().item()
        if math.isfinite(first):
            adam = torch.optim.Adam([params[name] for name in names], lr)
            for _ in range(steps):
                adam.zero_grad()
                loss().backward()
                adam.step()
            last = loss().item()
    finally:
        for module, flag in flags.items():
            module.training = flag
    return math.isfinite(last) and last <= floor + threshold, first, last
