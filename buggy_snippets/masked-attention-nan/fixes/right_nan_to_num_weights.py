"""masked_fill, then nan_to_num on the weights: masked_fill's backward drops the NaN."""

import torch


def masked_attention(q, k, v, mask=None):
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError("mask must be boolean")
    compute = torch.float64 if q.dtype == torch.float64 else torch.float32
    scores = torch.matmul(q.to(compute), k.to(compute).mT) * q.shape[-1] ** -0.5
    if mask is None:
        weights = scores.softmax(-1)
    else:
        scores = scores.masked_fill(mask.logical_not(), -torch.inf)
        weights = scores.softmax(-1)
        weights = weights.masked_fill(~mask, 0.0) if mask.all() else weights.nan_to_num(0.0)
    return torch.matmul(weights, v.to(compute)).to(q.dtype)
