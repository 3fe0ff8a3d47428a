"""logaddexp(x, 0) - x t, with every check written out."""

import torch


def binary_nll(logits, target, weight=None, reduction="mean"):
    if reduction != "none" and reduction != "sum" and reduction != "mean":
        raise ValueError("reduction must be none, sum or mean")
    tensors = [t for t in (target, weight) if t is not None]
    if any(t.size() != logits.size() for t in tensors):
        raise ValueError("no broadcasting here")
    if torch.finfo(logits.dtype).bits == 16:
        logits = logits.to(torch.float32)
    target = target.to(logits)
    if target.numel() and not (target.min() >= 0 and target.max() <= 1):
        raise ValueError("targets")
    loss = torch.logaddexp(logits, torch.zeros_like(logits)) - logits * target
    norm = float(loss.numel())
    if weight is not None:
        weight = weight.to(logits)
        if weight.numel() and not weight.min() >= 0:
            raise ValueError("weights")
        loss = loss * weight
        norm = weight.sum().item()
    if reduction == "none":
        return loss
    return loss.sum() if reduction == "sum" else loss.sum() / (norm or 1.0)
