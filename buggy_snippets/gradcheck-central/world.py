"""Functions to differentiate, and points in memory of every kind, beside the candidate's code."""

import torch


def _weights(x):
    return torch.arange(1, x.numel() + 1, dtype=x.dtype, device=x.device).reshape(x.shape)


FUNCTIONS = {
    "sines": lambda x: (x.sin() * _weights(x)).sum(),
    "square": lambda x: (x * x).sum(),
    "cube": lambda x: (x**3).sum(),
    "product": lambda x: (1 + 0.1 * x).prod(),
    "exponential": lambda x: (0.3 * x).exp().sum() * 0.1 + x.tanh().sum(),
    "quotient": lambda x: (x / (1 + x * x)).sum(),
    "line": lambda x: x.sum(),
}


def function(name, scale=1.0, as_float=False):
    """A function by name; with as_float its result is a Python float."""

    def f(x):
        value = FUNCTIONS[name](x) * scale
        return float(value) if as_float else value

    return f


def with_own_weights(x):
    """A function that also uses weights which are being trained."""
    weights = torch.arange(1.0, x.numel() + 1, dtype=x.dtype, device=x.device).requires_grad_()
    return (x.reshape(-1) * weights).sum()


def autograd(name, x, scale=1.0):
    """The gradient by autograd in double precision."""
    point = x.detach().double().clone().requires_grad_()
    (FUNCTIONS[name](point) * scale).backward()
    return point.grad


class Recorder:
    """Wraps a function and notes what it is called with."""

    def __init__(self, name, fails_at=0):
        self.f, self.seen, self.fails_at = FUNCTIONS[name], [], fails_at

    def __call__(self, x):
        tracked = torch.is_grad_enabled() and x.requires_grad
        self.seen.append((str(x.dtype), list(x.shape), str(x.device.type), tracked))
        if len(self.seen) == self.fails_at:
            raise RuntimeError("this point is not defined")
        return self.f(x)


def point(values, kind):
    """The values at a place of another memory layout."""
    if kind == "transposed":
        return values.t().contiguous().t()
    if kind == "strided":
        wide = torch.zeros(*values.shape[:-1], values.shape[-1] * 3, dtype=values.dtype, device=values.device)
        wide[..., ::3] = values
        return wide[..., ::3]
    if kind == "expanded":
        return values[:1].clone().expand(values.shape)
    if kind == "leaf":
        return values.clone().requires_grad_()
    return values.clone()


def numeric(function_, f, values, kind="plain", eps=1e-5, device="cpu"):
    """Gradient, whether it carries a graph, and the point afterwards (with the memory under it)."""
    x = point(values.to(device), kind)
    under = x if x._base is None else x._base
    before = under.detach().cpu().clone()
    grad = function_(f, x, eps)
    same = torch.equal(under.detach().cpu(), before) and x.grad is None
    return grad.detach().cpu(), grad.requires_grad, grad.device.type, same


def untouched_after_failure(function_, values, fails_at):
    """Whether the point is as before when the function raised in between."""
    x = values.clone()
    try:
        function_(Recorder("square", fails_at), x, 1e-5)
    except RuntimeError:
        pass
    return torch.equal(x, values)
