# wrong: elements of weight zero are dropped and a NaN logit with them
"""Binary cross-entropy on logits, with optional weights."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor


def binary_nll(
    logits: Tensor, target: Tensor, weight: Tensor | None = None, reduction: str = "mean"
) -> Tensor:
    """-log likelihood of targets in [0, 1]; reduction is "none", "sum" or "mean" (per weight)."""
    if reduction not in ("none", "sum", "mean"):
        raise ValueError(f"unknown reduction {reduction!r}")
    if target.shape != logits.shape or (weight is not None and weight.shape != logits.shape):
        raise ValueError("logits, target and weight need one shape")
    if not ((target >= 0) & (target <= 1)).all():
        raise ValueError("targets must lie in [0, 1]")
    if weight is not None and not (weight >= 0).all():
        raise ValueError("weights must not be negative")
    x = logits.float() if logits.dtype in (torch.float16, torch.bfloat16) else logits
    t = target.to(x.dtype)
    losses = F.binary_cross_entropy_with_logits(x, t, reduction="none")
    total: float | Tensor = losses.numel()
    if weight is not None:
        w = weight.to(x.dtype)
        losses = torch.where(w > 0, losses * w, 0.0)
        total = w.sum()
    if reduction == "none":
        return losses
    if reduction == "sum":
        return losses.sum()
    return losses.sum() / total if total > 0 else losses.sum() * 0.0
