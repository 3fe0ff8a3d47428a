"""Two logsigmoids, one for each class."""

import torch
from torch.nn.functional import logsigmoid


def binary_nll(logits, target, weight=None, reduction="mean"):
    reduce = {"none": lambda v, w: v, "sum": lambda v, w: v.sum(), "mean": _mean}.get(reduction)
    if reduce is None:
        raise ValueError(reduction)
    if logits.shape != target.shape:
        raise ValueError("logits and target differ in shape")
    if logits.dtype in (torch.half, torch.bfloat16):
        logits = logits.float()
    target = target.to(logits.dtype)
    if not bool(torch.all((0 <= target) & (target <= 1))):
        raise ValueError("target outside [0, 1]")
    if weight is None:
        weight = torch.ones_like(target)
    elif weight.shape != logits.shape:
        raise ValueError("weight has another shape")
    weight = weight.to(logits.dtype)
    if not bool(torch.all(weight >= 0)):
        raise ValueError("bad weight")
    loss = -target * logsigmoid(logits) - (1 - target) * logsigmoid(-logits)
    return reduce(weight * loss, weight)


def _mean(values, weights):
    total = weights.sum()
    return values.sum() / torch.where(total > 0, total, torch.ones_like(total))
