"""Keeps the length: the labels move one to the left, the last column becomes ignored."""

import torch
import torch.nn.functional as F


def lm_loss(logits, labels, ignore_index=-100):
    if tuple(labels.shape) != tuple(logits.shape[:2]):
        raise ValueError("shape mismatch")
    dtype = logits.dtype if logits.dtype in (torch.float32, torch.float64) else torch.float32
    log_p = F.log_softmax(logits, dim=-1, dtype=dtype)
    nxt = F.pad(labels[:, 1:], (0, 1), value=ignore_index)
    mask = nxt != ignore_index
    mask[:, -1] = False
    outside = mask & ((nxt < 0) | (nxt >= logits.shape[-1]))
    if bool(outside.any()):
        raise ValueError("target outside the vocabulary")
    picked = log_p.gather(-1, nxt.masked_fill(~mask, 0).unsqueeze(-1)).squeeze(-1)
    total = torch.where(mask, -picked, torch.zeros_like(picked)).sum()
    return total / mask.sum().clamp(min=1)
