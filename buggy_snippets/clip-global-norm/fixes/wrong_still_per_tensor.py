# wrong: only scales down now, but still each tensor by its own norm
import math
import torch


@torch.no_grad()
def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError
    params = [params] if isinstance(params, torch.Tensor) else list(params)
    grads = [p.grad for p in dict.fromkeys(params) if p.grad is not None]
    norms = [float(g.double().norm()) for g in grads]
    total = math.sqrt(sum(n * n for n in norms))
    if not math.isfinite(total):
        raise RuntimeError
    for g, n in zip(grads, norms):
        if n > max_norm:
            g.mul_(max_norm / n)
    return total
