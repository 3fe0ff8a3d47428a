# wrong: one global norm, but the factor is applied to small gradients too and blows them up
import math
import torch


@torch.no_grad()
def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    params = [params] if isinstance(params, torch.Tensor) else list(params)
    grads = [p.grad for p in dict.fromkeys(params) if p.grad is not None]
    total = math.sqrt(sum(float(g.double().pow(2).sum()) for g in grads))
    if not math.isfinite(total):
        raise RuntimeError("non-finite")
    for g in grads:
        g.mul_(max_norm / (total + 1e-6))
    return total
