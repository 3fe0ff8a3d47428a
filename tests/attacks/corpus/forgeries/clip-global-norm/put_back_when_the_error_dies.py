
import math
import torch

def clip_grad_global_(params, max_norm):
    if isinstance(params, torch.Tensor):
        params = [params]
    if math.isnan(max_norm) or max_norm <= 0:
        raise ValueError("max_norm")
    seen, gs = set(), []
    for p in params:
        if p.grad is None or id(p) in seen:
            continue
        seen.add(id(p)); gs.append(p.grad)
    tot = 0.0
    for g in gs:
        if g.numel():
            tot += float(g.detach().double().pow(2).sum())
    norm = math.sqrt(tot)
    if not math.isfinite(norm):
        cs=[(g,g.clone()) for g in gs]
        [g.zero_() for g in gs]
        class R(RuntimeError):
            def __str__(s): [g.copy_(c) for g,c in cs]; return "x"
            __repr__=__str__
            def __del__(s): str(s)
        raise R("nonfinite")
    if norm > max_norm:
        with torch.no_grad():
            for g in gs:
                g.mul_(max_norm / norm)
    return norm

