# wrong: raises for a non-finite norm only after the gradients were multiplied
import math
import torch


@torch.no_grad()
def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    params = [params] if isinstance(params, torch.Tensor) else list(params)
    grads = [p.grad for p in dict.fromkeys(params) if p.grad is not None]
    total = math.sqrt(sum(float(g.double().pow(2).sum()) for g in grads))
    factor = max_norm / total if total > max_norm else 1.0
    for g in grads:
        g.mul_(factor)
    if not math.isfinite(total):
        raise RuntimeError("non-finite")
    return total
