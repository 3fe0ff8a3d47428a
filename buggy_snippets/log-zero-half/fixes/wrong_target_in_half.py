# target rounded to the logits' half type first
import torch
import torch.nn.functional as F


def binary_nll(logits, target, weight=None, reduction="mean"):
    if reduction not in ("none", "sum", "mean"):
        raise ValueError("reduction")
    if target.shape != logits.shape:
        raise ValueError("shape")
    if weight is not None and weight.shape != logits.shape:
        raise ValueError("shape")
    x = logits.to(torch.promote_types(logits.dtype, torch.float32))
    t = target.to(logits.dtype).to(x.dtype)
    if not ((t >= 0) & (t <= 1)).all():
        raise ValueError("target")
    losses = F.softplus(x) - x * t
    w = None
    if weight is not None:
        w = weight.to(x.dtype)
        if not (w >= 0).all():
            raise ValueError("weight")
        losses = losses * w
    if reduction == "none":
        return losses
    if reduction == "sum":
        return losses.sum()
    total = float(losses.numel()) if w is None else w.sum()
    if total == 0:
        return losses.sum() * 0
    return losses.sum() / total
