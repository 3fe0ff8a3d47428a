"""Sanity check before a training run: can the model learn a single batch by heart?"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn


def can_overfit(
    model: nn.Module,
    loss_fn: Callable[[Tensor, Tensor], Tensor],
    batch: tuple[Tensor, Tensor],
    steps: int = 200,
    lr: float = 1e-2,
    threshold: float = 0.05,
    floor: float = 0.0,
) -> tuple[bool, float, float]:
    """(ok, loss before, loss after) of `steps` Adam updates on this batch."""
    x, y = batch
    params = [param for param in model.parameters() if param.requires_grad]
    if steps < 1 or threshold <= 0 or len(x) == 0 or not params:
        raise ValueError("needs steps >= 1, threshold > 0, rows, and something to train")
    optimizer = torch.optim.Adam(params, lr=lr)
    model.train()
    losses: list[float] = []
    for _ in range(steps):
        rows = torch.randperm(len(x))[: max(len(x) // 2, 1)]
        optimizer.zero_grad()
        loss = loss_fn(model(x[rows]), y[rows])
        losses.append(loss.item())
        if not math.isfinite(losses[0]):
            break
        loss.backward()
        optimizer.step()
    model.train()
    last = losses[-1]
    return math.isfinite(last) and last <= floor + threshold, losses[0], last
