# torch.func.functional_call on clones of the parameters
import math, torch
from torch.func import functional_call

def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    if steps < 1: raise ValueError("steps")
    if threshold <= 0: raise ValueError("threshold")
    x, y = batch
    if len(x) == 0: raise ValueError("rows")
    mine = {n: p.detach().clone().requires_grad_(p.requires_grad) for n, p in model.named_parameters()}
    if not any(p.requires_grad for p in mine.values()): raise ValueError("nothing trainable")
    bufs = {n: b.clone() for n, b in model.named_buffers()}
    modes = [(m, m.training) for m in model.modules()]
    opt = torch.optim.Adam([p for p in mine.values() if p.requires_grad], lr=lr)
    def loss():
        return loss_fn(functional_call(model, {**mine, **bufs}, (x,)), y)
    model.eval()
    try:
        value = loss()
        first = last = value.item()
        if not math.isfinite(first):
            return False, first, first
        for _ in range(steps):
            opt.zero_grad()
            if value.requires_grad:
                value.backward()
            opt.step()
            value = loss()
        last = value.item()
    finally:
        for m, was in modes:
            m.training = was
    return (math.isfinite(last) and last <= floor + threshold), first, last
