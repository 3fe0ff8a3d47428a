"""The multi-tensor way: norms in one call per group, one multiplication per group."""
import math
from itertools import groupby

import torch


def clip_grad_global_(params, max_norm):
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm must be > 0")
    if isinstance(params, torch.Tensor):
        params = (params,)
    grads = [p.grad for p in dict.fromkeys(params) if p.grad is not None]
    if len(grads) == 0:
        return 0.0
    with torch.no_grad():
        norms = torch._foreach_norm([g.float() if g.dtype in (torch.half, torch.bfloat16) else g for g in grads], 2.0)
        total = torch.linalg.vector_norm(torch.stack([n.to(norms[0].device, torch.float64) for n in norms])).item()
        if not math.isfinite(total):
            raise RuntimeError(total)
        if total > max_norm:
            for _, same in groupby(grads, key=lambda g: (g.device, g.dtype)):
                torch._foreach_mul_(list(same), max_norm / total)
    return total
