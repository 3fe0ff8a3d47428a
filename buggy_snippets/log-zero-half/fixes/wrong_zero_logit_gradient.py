# clamp + log1p(exp(-|x|)): autograd gives 1 - t or -t at x = 0 instead of 0.5 - t, breaks 'the gradient is w * (sigmoid(x) - t)'
import torch
import torch.nn.functional as F

def binary_nll(logits, target, weight=None, reduction="mean"):
    if reduction not in {"none", "sum", "mean"}:
        raise ValueError(reduction)
    if logits.shape != target.shape or (weight is not None and weight.shape != logits.shape):
        raise ValueError("shapes differ")
    if not bool(((target >= 0) & (target <= 1)).all()):
        raise ValueError("target")
    if weight is not None and not bool((weight >= 0).all()):
        raise ValueError("weight")
    x = logits.float() if logits.dtype in (torch.float16, torch.bfloat16) else logits
    loss = (x.clamp(min=0) + torch.log1p(torch.exp(-x.abs()))) - x * target.to(x.dtype)
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
