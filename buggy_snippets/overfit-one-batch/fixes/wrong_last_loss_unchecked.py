# wrong: only the first loss is looked at: minus infinity at the end passes
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
    x, y = batch
    params = [param for param in model.parameters() if param.requires_grad]
    if steps < 1 or threshold <= 0 or len(x) == 0 or not params:
        raise ValueError("needs steps >= 1, threshold > 0, rows, and something to train")
    tensors = [*model.parameters(), *model.buffers()]
    saved = [tensor.detach().clone() for tensor in tensors]
    grads = [(param, param.grad) for param in model.parameters()]
    modes = [(module, module.training) for module in model.modules()]
    registered = [(module, dict(module._buffers)) for module, _ in modes]
    optimizer = torch.optim.Adam(params, lr=lr)
    try:
        for module, _ in modes:
            module.training = False
        for param, _ in grads:
            param.grad = None
        first = loss_fn(model(x), y).item()
        if not math.isfinite(first):
            return False, first, first
        for _ in range(steps):
            with torch.enable_grad():
                loss = loss_fn(model(x), y)
                found = torch.autograd.grad(loss, params, allow_unused=True)
            for param, grad in zip(params, found):
                param.grad = grad
            optimizer.step()
        with torch.no_grad():
            last = loss_fn(model(x), y).item()
        return last <= floor + threshold, first, last
    finally:
        with torch.no_grad():
            for tensor, value in zip(tensors, saved):
                tensor.copy_(value)
        for module, buffers in registered:
            module._buffers.update(buffers)
        for param, grad in grads:
            param.grad = grad
        for module, mode in modes:
            module.training = mode
