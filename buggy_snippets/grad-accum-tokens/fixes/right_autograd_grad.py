"""Gradients by autograd.grad, accumulated by hand."""

import torch
import torch.nn.functional as F


def accumulate_step(model, optimizer, micro_batches, max_norm=None):
    batches = [(x, y, int((y != -100).sum())) for x, y in micro_batches]
    if not batches:
        raise ValueError("at least one micro-batch is needed")
    tokens = sum(n for _, _, n in batches)
    if tokens == 0:
        return 0.0
    params = [p for p in model.parameters() if p.requires_grad]
    sums = [torch.zeros_like(p) for p in params]
    loss = 0.0
    for x, y, n in batches:
        if n == 0:
            continue
        part = F.cross_entropy(model(x).transpose(1, 2), y, ignore_index=-100, reduction="sum")
        part = part / tokens
        for s, g in zip(sums, torch.autograd.grad(part, params, allow_unused=True)):
            if g is not None:
                s += g
        loss += part.item()
    for p in model.parameters():
        p.grad = None
    for p, s in zip(params, sums):
        p.grad = s
    if max_norm is not None:
        norm = torch.sqrt(sum((s**2).sum() for s in sums))
        scale = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
        for p in params:
            p.grad.mul_(scale)
    optimizer.step()
    return loss
