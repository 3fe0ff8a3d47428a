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
    n_micro = len(micro_batches)
    if n_micro == 0:
        raise ValueError("no micro-batches")
    total = 0.0
    for x, y in micro_batches:
        logits = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten(), ignore_index=-100)
        loss = loss / n_micro
        loss.backward()
        if max_norm is not None:
            nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        total += loss.item()
    optimizer.step()
    optimizer.zero_grad()
    return total
