# wrong: walks over params twice; a generator is empty the second time
import math
import torch


@torch.no_grad()
def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    if isinstance(params, torch.Tensor):
        params = [params]
    seen, total = set(), 0.0
    for p in params:
        if p.grad is not None and id(p) not in seen:
            seen.add(id(p))
            total += float(p.grad.double().pow(2).sum())
    total = math.sqrt(total)
    if not math.isfinite(total):
        raise RuntimeError("non-finite")
    if total > max_norm:
        done = set()
        for p in params:
            if p.grad is not None and id(p) not in done:
                done.add(id(p))
                p.grad.mul_(max_norm / total)
    return total
