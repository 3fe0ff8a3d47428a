# wrong: a point of no dimensions reaches f as a vector of one
"""Checks a hand-written backward pass against finite differences."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor


@torch.no_grad()
def numeric_grad(f: Callable[[Tensor], Tensor | float], x: Tensor, eps: float = 1e-5) -> Tensor:
    """Central-difference gradient of the scalar function ``f`` at ``x``, element by element."""
    shape = x.shape or (1,)
    point = torch.empty(shape, dtype=torch.float64, device=x.device)
    point.copy_(x.detach())
    grad = torch.zeros(shape, dtype=torch.float64, device=x.device)
    for index in _indices(point):
        value = point[index].item()
        point[index] = value + eps
        above = float(f(point))
        point[index] = value - eps
        below = float(f(point))
        point[index] = value
        grad[index] = (above - below) / (2 * eps)
    return grad.reshape(x.shape)


def _indices(x: Tensor) -> list[tuple[int, ...]]:
    """Index tuples of all elements; one empty tuple for a 0-d tensor."""
    return [tuple(i) for i in torch.ones(x.shape).nonzero().tolist()]


def rel_error(a: Tensor, b: Tensor) -> float:
    """Largest relative difference of two gradients of one shape."""
    if a.shape != b.shape:
        raise ValueError(f"shapes {tuple(a.shape)} and {tuple(b.shape)} differ")
    if a.numel() == 0:
        return 0.0
    a, b = a.detach().double(), b.detach().double()
    if a.isnan().any() or b.isnan().any():
        return float("inf")
    return float(((a - b).abs() / (a.abs() + b.abs()).clamp(min=1e-8)).max())


def grad_ok(
    f: Callable[[Tensor], Tensor | float],
    x: Tensor,
    analytic: Tensor,
    eps: float = 1e-5,
    tol: float = 1e-5,
) -> bool:
    """Whether ``analytic`` agrees with the finite-difference gradient of ``f`` at ``x``."""
    return rel_error(numeric_grad(f, x, eps), analytic) <= tol
