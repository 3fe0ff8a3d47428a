# wrong: a skipped step has clipped: the finite gradients are zero or nan
"""Dynamic loss scaling for mixed-precision training, with gradient clipping."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.optim import Optimizer


class LossScaler:
    """Scales the loss up before backward() and the gradients down before the step."""

    def __init__(
        self,
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        min_scale: float = 1.0,
        max_scale: float = 2.0**24,
    ) -> None:
        if init_scale <= 0 or min_scale > max_scale:
            raise ValueError("scales must be positive, min_scale at most max_scale")
        if growth_factor <= 1 or not 0 < backoff_factor < 1 or growth_interval < 1:
            raise ValueError("the scale has to grow by more than 1 and back off by less")
        self.scale_value = float(init_scale)
        self.growth_factor = growth_factor
        self.backoff_factor = backoff_factor
        self.growth_interval = growth_interval
        self.min_scale = min_scale
        self.max_scale = max_scale
        self.good_steps = 0

    def scale(self, loss: Tensor) -> Tensor:
        return loss * self.scale_value

    def _update(self, overflow: bool) -> None:
        """Move the scale: down at once, up after enough good steps in a row."""
        if overflow:
            self.scale_value = max(self.min_scale, self.scale_value * self.backoff_factor)
            self.good_steps = 0
            return
        self.good_steps += 1
        if self.good_steps == self.growth_interval:
            self.scale_value = min(self.max_scale, self.scale_value * self.growth_factor)
            self.good_steps = 0

    @torch.no_grad()
    def step(self, optimizer: Optimizer, max_norm: float | None = None) -> bool:
        """Unscale, clip and step; False if the step was skipped."""
        params = {p: None for group in optimizer.param_groups for p in group["params"]}
        params = [p for p in params if p.grad is not None]
        if not params:
            raise ValueError("no gradients: was backward() called?")

        for p in params:
            p.grad.div_(self.scale_value)
        if max_norm is not None:
            torch.nn.utils.clip_grad_norm_(params, max_norm)
        overflow = not all(p.grad.isfinite().all().item() for p in params)
        if not overflow:
            optimizer.step()
        self._update(overflow)
        return not overflow
