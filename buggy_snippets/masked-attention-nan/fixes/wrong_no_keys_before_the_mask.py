# wrong: without keys the mask is not looked at
from __future__ import annotations

import math

import torch
from torch import Tensor


def masked_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None) -> Tensor:
    if k.shape[-2] == 0:
        return q.new_zeros(*q.shape[:-1], v.shape[-1])
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError(f"mask must be bool, got {mask.dtype}")
    wide = torch.promote_types(q.dtype, torch.float32)
    qf, kf, vf = q.to(wide), k.to(wide), v.to(wide)
    scores = qf @ kf.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is None:
        return (torch.softmax(scores, dim=-1) @ vf).to(q.dtype)
    alive = mask.any(dim=-1, keepdim=True)
    usable = mask | ~alive
    scores = scores.masked_fill(~usable, float("-inf"))
    weights = torch.softmax(scores, dim=-1).masked_fill(~alive, 0.0)
    return (weights @ vf).to(q.dtype)
