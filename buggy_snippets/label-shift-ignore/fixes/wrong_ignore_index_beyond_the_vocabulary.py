# wrong: an ignore_index past the vocabulary is looked up all the same
"""Next-token loss of a causal language model."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor


def lm_loss(logits: Tensor, labels: Tensor, ignore_index: int = -100) -> Tensor:
    """Mean cross-entropy over the scored tokens; logits (B, T, V), labels (B, T) unshifted."""
    if labels.shape != logits.shape[:2]:
        raise ValueError(f"labels {tuple(labels.shape)} do not fit logits {tuple(logits.shape)}")
    if logits.dtype in (torch.float16, torch.bfloat16):
        logits = logits.float()
    vocab = logits.shape[-1]
    scores = logits[:, :-1].reshape(-1, vocab)
    targets = labels[:, 1:].reshape(-1)
    scored = targets != ignore_index
    if (scored & ((targets < 0) | (targets >= vocab))).any():
        raise ValueError(f"a target lies outside 0..{vocab - 1}")
    if not scored.any():
        return logits.sum() * 0.0
    targets = targets.clamp(min=0)  # the ignored ones, any class will do
    losses = F.cross_entropy(scores, targets, reduction="none")
    return (losses * scored).sum() / scored.sum()
