# the optimizer steps although no token is scored
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
    micro_batches = list(micro_batches)
    if not micro_batches:
        raise ValueError("no micro-batches")
    tokens = sum(int((y != -100).sum()) for _, y in micro_batches)
    model.zero_grad()
    total = 0.0
    for x, y in micro_batches:
        if not (y != -100).any():
            continue
        logits = model(x)
        loss = F.cross_entropy(
            logits.flatten(0, 1), y.flatten(), ignore_index=-100, reduction="sum"
        )
        loss = loss / tokens
        loss.backward()
        total += loss.item()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return total
