"""Sums in one pass over the iterable; the gradients are divided by the token count at the end."""

import torch
from torch import nn


def accumulate_step(model, optimizer, micro_batches, max_norm=None):
    for p in model.parameters():
        p.grad = None
    loss_fn = nn.CrossEntropyLoss(ignore_index=-100, reduction="sum")
    seen = tokens = 0
    total = 0.0
    for x, y in micro_batches:
        seen += 1
        scored = (y != -100).sum().item()
        if not scored:
            continue
        logits = model(x)
        loss = loss_fn(logits.reshape(-1, logits.shape[-1]), y.reshape(-1))
        loss.backward()
        total += loss.item()
        tokens += scored
    if seen == 0:
        raise ValueError("empty")
    if tokens == 0:
        return 0.0
    grads = [p for p in model.parameters() if p.grad is not None]
    for p in grads:
        p.grad.div_(tokens)
    if max_norm is not None:
        nn.utils.clip_grad_norm_(grads, max_norm)
    optimizer.step()
    return total / tokens
