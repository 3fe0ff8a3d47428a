# wrong: puts scaled copies into .grad instead of scaling in place
import math
import torch


@torch.no_grad()
def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    params = [params] if isinstance(params, torch.Tensor) else list(params)
    params = [p for p in dict.fromkeys(params) if p.grad is not None]
    total = math.sqrt(sum(float(p.grad.double().pow(2).sum()) for p in params))
    if not math.isfinite(total):
        raise RuntimeError("non-finite")
    if total > max_norm:
        for p in params:
            p.grad = p.grad * (max_norm / total)
    return total
