"""F.cross_entropy with its own ignore_index; the empty case is a zero from the logits."""

import torch
import torch.nn.functional as F


def lm_loss(logits, labels, ignore_index=-100):
    if logits.dim() != 3 or labels.shape != logits.shape[:2]:
        raise ValueError("shapes")
    if logits.dtype not in (torch.float32, torch.float64):
        logits = logits.to(torch.float32)
    shifted, targets = logits[:, :-1], labels[:, 1:]
    keep = targets != ignore_index
    wanted = targets[keep]
    if wanted.numel() == 0:
        return logits.sum() * 0.0
    if wanted.min() < 0 or wanted.max() >= logits.shape[-1]:
        raise ValueError("target out of range")
    return F.cross_entropy(shifted.transpose(1, 2), targets, ignore_index=ignore_index)
