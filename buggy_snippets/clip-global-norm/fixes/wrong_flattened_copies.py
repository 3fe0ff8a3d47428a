# wrong: turned gradients are copied when they are flattened, and the copy is clipped
"""Gradient clipping for the trainer: called between backward() and step()."""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch
from torch import Tensor


def _with_grad(params: Tensor | Iterable[Tensor]) -> list[Tensor]:
    """The parameters that received a gradient, each listed once."""
    if isinstance(params, Tensor):
        params = [params]
    unique: dict[int, Tensor] = {}
    for param in params:
        if param.grad is not None:
            unique.setdefault(id(param), param)
    return list(unique.values())


def _norm(grad: Tensor) -> float:
    """L2 norm of one gradient, accumulated in float32 or wider."""
    wide = torch.promote_types(grad.dtype, torch.float32)
    return float(torch.linalg.vector_norm(grad, dtype=wide))


@torch.no_grad()
def clip_grad_global_(params: Tensor | Iterable[Tensor], max_norm: float) -> float:
    """Clip gradients in place to ``max_norm``; returns the norm before clipping."""
    max_norm = float(max_norm)
    if math.isnan(max_norm) or max_norm <= 0.0:
        raise ValueError(f"max_norm must be positive, got {max_norm}")

    grads = [param.grad.detach().flatten() for param in _with_grad(params)]
    norm = math.hypot(*map(_norm, grads))
    if not math.isfinite(norm):
        raise RuntimeError(f"the gradient norm is {norm}")
    if norm > max_norm:
        for grad in grads:
            grad.mul_(max_norm / norm)
    return norm
