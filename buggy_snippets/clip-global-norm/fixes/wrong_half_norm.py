# wrong: squares are summed in the gradient's own dtype, so float16 overflows
import math
import torch


@torch.no_grad()
def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    params = [params] if isinstance(params, torch.Tensor) else list(params)
    grads = [p.grad for p in dict.fromkeys(params) if p.grad is not None]
    total = math.sqrt(sum(float(g.pow(2).sum()) for g in grads))
    if not math.isfinite(total):
        raise RuntimeError("non-finite")
    if total > max_norm:
        for g in grads:
            g.mul_(max_norm / total)
    return total
