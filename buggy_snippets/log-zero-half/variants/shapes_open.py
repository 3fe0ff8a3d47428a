"""Binary cross-entropy on logits, with optional weights."""

from __future__ import annotations

import torch
from torch import Tensor


def binary_nll(
    logits: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean"
) -> Tensor:
    """-log likelihood of targets in [0, 1]; reduction is "none", "sum" or "mean" (per weight)."""
    if reduction not in ("none", "sum", "mean"):
        raise ValueError(f"unknown reduction {reduction!r}")
    logits = logits.to(torch.promote_types(logits.dtype, torch.float32))
    target = target.to(logits.dtype)
    if not ((target >= 0) & (target <= 1)).all():
        raise ValueError("targets must lie in [0, 1]")
    if weight is not None:
        weight = weight.to(logits.dtype)
        if not (weight >= 0).all():
            raise ValueError("weights must not be negative")
    losses = torch.nn.functional.softplus(logits) - logits * target
    if weight is not None:
        losses = losses * weight
    if reduction == "none":
        return losses
    if reduction == "sum":
        return losses.sum()
    total = losses.numel() if weight is None else weight.sum()
    return losses.sum() / total if total > 0 else logits.sum() * 0
