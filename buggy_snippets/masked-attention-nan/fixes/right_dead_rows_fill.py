"""finfo.min as the fill, weights of masked keys set to zero afterwards."""

import torch
import torch.nn.functional as F


def masked_attention(q, k, v, mask=None):
    if mask is not None and mask.dtype is not torch.bool:
        raise TypeError(mask.dtype)
    work = q.dtype if q.dtype in (torch.float32, torch.float64) else torch.float32
    scores = (q.to(work) * q.size(-1) ** -0.5) @ k.to(work).transpose(-1, -2)
    if mask is not None:
        scores = scores.masked_fill(~mask, torch.finfo(work).min)
    weights = F.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    return (weights @ v.to(work)).to(q.dtype)
