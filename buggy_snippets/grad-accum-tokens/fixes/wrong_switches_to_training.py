# wrong: the model is switched to training and back, its parts stay switched
"""One optimizer step over several micro-batches of sequences of different length."""

from __future__ import annotations

from collections.abc import Iterable

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def accumulate_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    micro_batches: Iterable[tuple[Tensor, Tensor]],
    max_norm: float | None = None,
) -> float:
    """One step on the token-mean loss of all micro-batches; returns that loss."""
    batches = list(micro_batches)
    if not batches:
        raise ValueError("no micro-batches")
    optimizer.zero_grad()
    model.zero_grad()
    tokens = sum(int((y != -100).sum()) for _, y in batches)
    if tokens == 0:
        return 0.0
    total = 0.0
    was_training = model.training
    model.train()
    for x, y in batches:
        if not (y != -100).any():
            continue
        logits = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten(), ignore_index=-100, reduction="sum") / tokens
        loss.backward()
        total += loss.item()
    model.train(was_training)
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    optimizer.zero_grad()
    return total
