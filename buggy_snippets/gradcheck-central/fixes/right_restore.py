"""A private copy, perturbed in place and restored."""
import numpy as np
import torch


def numeric_grad(f, x, eps=1e-5):
    with torch.inference_mode(False), torch.no_grad():
        work = torch.tensor(x.detach().cpu().tolist(), dtype=torch.float64, device=x.device).reshape(x.shape)
        flat = work.view(-1)
        out = torch.empty_like(flat)
        for i in range(flat.numel()):
            saved = flat[i].clone()
            flat[i] = saved + eps
            hi = torch.as_tensor(f(work), dtype=torch.float64)
            flat[i] = saved - eps
            lo = torch.as_tensor(f(work), dtype=torch.float64)
            flat[i] = saved
            out[i] = ((hi - lo) / (2 * eps)).to(out.device)
        return out.view(x.shape)


def rel_error(a, b):
    if a.shape != b.shape:
        raise ValueError
    a, b = (v.detach().cpu().to(torch.float64).numpy() for v in (a, b))
    if a.size == 0:
        return 0.0
    if np.isnan(a).any() or np.isnan(b).any():
        return float("inf")
    return float(np.max(np.abs(a - b) / np.maximum(np.abs(a) + np.abs(b), 1e-8)))


def grad_ok(f, x, analytic, eps=1e-5, tol=1e-5):
    e = rel_error(numeric_grad(f, x, eps), analytic.to(x.device))
    return e == e and e <= tol
