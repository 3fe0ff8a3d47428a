# numpy concatenation in float64, params kept in a dict
import numpy as np, torch
def clip_grad_global_(params, max_norm):
    if np.isnan(max_norm) or max_norm <= 0: raise ValueError("max_norm")
    if isinstance(params, torch.Tensor): params = [params]
    todo = []
    for p in params:
        if p.grad is not None and not any(p is q for q in todo): todo.append(p)
    flat = [p.grad.detach().double().cpu().numpy().ravel() for p in todo]
    norm = float(np.linalg.norm(np.concatenate(flat))) if flat else 0.0
    if not np.isfinite(norm): raise RuntimeError
    if norm <= max_norm: return norm
    for p in todo: p.grad.detach().mul_(max_norm / norm)
    return norm
