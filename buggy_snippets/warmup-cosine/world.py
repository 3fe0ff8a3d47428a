"""Runs beside the candidate's code: many steps of one schedule at a time."""

import torch


def rates(lr_at, steps, cfg):
    return [lr_at(step, **cfg) for step in steps]


def first_step(apply_lr, scales, cfg, device):
    """One real SGD step with gradient 1 on two groups; how far each group moved."""
    weights = [torch.ones(3, device=device, requires_grad=True) for _ in scales]
    groups = [
        {"params": [weight]} if scale is None else {"params": [weight], "lr_scale": scale}
        for weight, scale in zip(weights, scales)
    ]
    optimizer = torch.optim.SGD(groups, lr=5.0)
    lr = apply_lr(optimizer, 0, **cfg)
    for weight in weights:
        weight.sum().backward()
    optimizer.step()
    return lr, [(1 - weight.detach()).cpu().tolist() for weight in weights]
