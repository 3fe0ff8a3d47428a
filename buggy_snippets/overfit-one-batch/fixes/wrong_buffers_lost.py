# buffers not restored
import copy
import math

import torch


def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    x, y = batch
    params = [p for p in model.parameters() if p.requires_grad]
    if steps < 1 or threshold <= 0 or len(x) == 0 or not params:
        raise ValueError("arguments")
    tensors = [(t, t.detach().clone()) for t in [*model.parameters()]]
    grads = [(p, None if p.grad is None else p.grad.clone()) for p in model.parameters()]
    flags = [(m, m.training) for m in model.modules()]
    try:
        model.eval()
        optimizer = torch.optim.Adam(params, lr=lr)
        loss = loss_fn(model(x), y)
        first = loss.item()
        if not math.isfinite(first):
            return False, first, first
        for _ in range(steps):
            for p in params:
                p.grad = None
            loss = loss_fn(model(x), y)
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            last = loss_fn(model(x), y).item()
        return math.isfinite(last) and last <= floor + threshold, first, last
    finally:
        with torch.no_grad():
            for t, old in tensors:
                t.copy_(old)
        for p, g in grads:
            p.grad = g
        for m, flag in flags:
            m.training = flag
