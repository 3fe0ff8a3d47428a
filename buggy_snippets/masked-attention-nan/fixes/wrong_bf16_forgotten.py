# bfloat16 scores in bfloat16
import math

import torch


def masked_attention(q, k, v, mask=None):
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError("mask must be bool")
    work = torch.float32 if q.dtype == torch.float16 else q.dtype
    scores = q.to(work) @ k.to(work).transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        weights = torch.softmax(scores, -1)
    else:
        dead = ~mask.any(-1, keepdim=True)
        weights = torch.softmax(scores.masked_fill(~(mask | dead), float("-inf")), -1)
        weights = weights.masked_fill(dead, 0.0)
    return (weights @ v.to(work)).to(q.dtype)
