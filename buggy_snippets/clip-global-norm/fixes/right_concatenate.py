"""One long vector in double precision, then one factor."""
import torch


def clip_grad_global_(params, max_norm):
    if not max_norm > 0:
        raise ValueError("max_norm")
    params = [params] if torch.is_tensor(params) else list(params)
    seen, grads = set(), []
    for p in params:
        if id(p) in seen or p.grad is None:
            continue
        seen.add(id(p))
        grads.append(p.grad)
    if not grads:
        return 0.0
    flat = torch.cat([g.detach().reshape(-1).to(torch.float64) for g in grads])
    norm = flat.norm().item()
    if not torch.isfinite(flat).all() or norm == float("inf"):
        raise FloatingPointRuntime("gradient is not finite")
    if norm > max_norm:
        factor = max_norm / norm
        for g in grads:
            g.data.copy_((g.detach().double() * factor).to(g.dtype))
    return norm


class FloatingPointRuntime(RuntimeError):
    pass
