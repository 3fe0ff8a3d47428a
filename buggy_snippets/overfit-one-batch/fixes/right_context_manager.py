"""A context manager keeps and restores everything, tensor by tensor."""

import math
from contextlib import contextmanager

import torch


@contextmanager
def untouched(model):
    tensors = [*model.parameters(), *model.buffers()]
    values = [t.detach().clone() for t in tensors]
    grads = [None if p.grad is None else p.grad.clone() for p in model.parameters()]
    flags = [m.training for m in model.modules()]
    try:
        yield
    finally:
        with torch.no_grad():
            for t, v in zip(tensors, values):
                t.copy_(v)
        for p, g in zip(model.parameters(), grads):
            p.grad = g
        for m, flag in zip(model.modules(), flags):
            m.training = flag


def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    inputs, targets = batch
    if steps < 1 or threshold <= 0:
        raise ValueError("steps and threshold must be positive")
    if len(inputs) == 0:
        raise ValueError("no rows")
    weights = [p for p in model.parameters() if p.requires_grad]
    if len(weights) == 0:
        raise ValueError("no trainable parameter")
    with untouched(model):
        model.eval()
        optimizer = torch.optim.Adam(weights, lr=lr)
        trace = []
        for step in range(steps + 1):
            loss = loss_fn(model(inputs), targets)
            trace.append(loss.item())
            if step == steps or not math.isfinite(trace[0]):
                break
            model.zero_grad()
            loss.backward()
            optimizer.step()
    first, last = trace[0], trace[-1]
    return math.isfinite(last) and last <= floor + threshold, first, last
