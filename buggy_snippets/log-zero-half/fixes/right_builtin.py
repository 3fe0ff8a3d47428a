"""torch's own loss in float32, with the checks in front."""

import torch
import torch.nn.functional as F


def binary_nll(logits, target, weight=None, reduction="mean"):
    if reduction not in {"none", "sum", "mean"}:
        raise ValueError("reduction")
    if target.shape != logits.shape or (weight is not None and weight.shape != logits.shape):
        raise ValueError("shapes must be identical")
    dtype = logits.dtype if logits.dtype in (torch.float32, torch.float64) else torch.float32
    x, t = logits.to(dtype), target.detach().to(dtype)
    if t.isnan().any() or (t < 0).any() or (t > 1).any():
        raise ValueError("target")
    w = torch.ones_like(x) if weight is None else weight.to(dtype)
    if w.isnan().any() or (w < 0).any():
        raise ValueError("weight")
    each = F.binary_cross_entropy_with_logits(x, t, reduction="none") * w
    if reduction == "none":
        return each
    if reduction == "sum":
        return each.sum()
    total = w.sum()
    if total == 0:
        return (x * 0).sum()
    return each.sum() / total
