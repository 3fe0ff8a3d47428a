# numpy array of points, each call a fresh tensor, enable_grad off by context
import math
import numpy as np, torch
def numeric_grad(f, x, eps=1e-5):
    flat = np.array(x.detach().cpu().numpy(), dtype=np.float64, copy=True).reshape(-1)
    def val(v):
        t = torch.as_tensor(v.reshape(tuple(x.shape)).copy(), dtype=torch.float64, device=x.device)
        with torch.no_grad(): out = f(t)
        return out.item() if isinstance(out, torch.Tensor) else float(out)
    g = np.zeros_like(flat)
    for i in range(flat.size):
        up, dn = flat.copy(), flat.copy(); up[i] += eps; dn[i] -= eps
        g[i] = (val(up) - val(dn)) / (2 * eps)
    return torch.tensor(g, dtype=torch.float64, device=x.device).reshape(x.shape)
class ShapeError(ValueError): pass
def rel_error(a, b):
    if tuple(a.shape) != tuple(b.shape): raise ShapeError
    worst = 0.0
    for p, q in zip(a.detach().double().flatten().tolist(), b.detach().double().flatten().tolist()):
        if p != p or q != q: return math.inf
        worst = max(worst, abs(p - q) / max(abs(p) + abs(q), 1e-8))
    return worst
def grad_ok(f, x, analytic, eps=1e-5, tol=1e-5): return bool(rel_error(numeric_grad(f, x, eps), analytic) <= tol)
