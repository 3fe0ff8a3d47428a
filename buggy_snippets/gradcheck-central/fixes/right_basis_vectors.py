"""One basis vector per element."""
import math

import torch


def numeric_grad(f, x, eps=1e-5):
    with torch.no_grad():
        x0 = x.detach().double()
        slopes = []
        for i in range(x0.numel()):
            e = torch.zeros(x0.numel(), dtype=torch.float64, device=x0.device)
            e[i] = eps
            e = e.view(x0.shape)
            plus, minus = f(x0 + e), f(x0 - e)
            slopes.append((float(plus) - float(minus)) / (2.0 * eps))
        return torch.tensor(slopes, dtype=torch.float64, device=x0.device).reshape(x.shape)


def rel_error(a, b):
    if tuple(a.shape) != tuple(b.shape):
        raise ValueError("shape mismatch")
    worst = 0.0
    for p, q in zip(a.detach().double().flatten().tolist(), b.detach().double().flatten().tolist()):
        if math.isnan(p) or math.isnan(q):
            return math.inf
        worst = max(worst, abs(p - q) / max(abs(p) + abs(q), 1e-8))
    return worst


def grad_ok(f, x, analytic, eps=1e-5, tol=1e-5):
    return rel_error(numeric_grad(f, x, eps), analytic) <= tol
