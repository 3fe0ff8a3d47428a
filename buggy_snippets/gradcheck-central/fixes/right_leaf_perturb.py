# perturbs a flat view of a private copy with try/finally, values read back; divides the two halves separately
import torch
def numeric_grad(f, x, eps=1e-5):
    with torch.set_grad_enabled(False):
        p = torch.empty(x.shape, dtype=torch.float64, device=x.device).copy_(x.detach())
        v = p.view(-1); g = torch.empty_like(v)
        for i, c in enumerate(v.tolist()):
            try:
                v[i] = c + eps; hi = f(p); hi = hi.item() if torch.is_tensor(hi) else hi
                v[i] = c - eps; lo = f(p); lo = lo.item() if torch.is_tensor(lo) else lo
            finally:
                v[i] = c
            g[i] = (hi - lo) / (eps + eps)
        return g.view(x.shape)
def rel_error(a, b):
    if a.size() != b.size(): raise ValueError("shape")
    a = a.detach().double(); b = b.detach().double()
    bad = torch.isnan(a + 0 * b) | torch.isnan(a) | torch.isnan(b)
    if bad.any(): return float("inf")
    q = (a - b).abs().div((a.abs() + b.abs()).clamp_min(1e-8))
    return float(q.max()) if q.numel() else 0.0
def grad_ok(f, x, analytic, eps=1e-5, tol=1e-5):
    return rel_error(numeric_grad(f, x, eps=eps), analytic) <= tol
