"""Plain control flow, one method per rule, the scale behind a property."""
import math

import torch


class LossScaler:
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, min_scale=1.0, max_scale=2.0**24):
        ok = init_scale > 0 and growth_factor > 1 and 0 < backoff_factor < 1 and growth_interval >= 1 and min_scale <= max_scale
        if not ok:
            raise ValueError("scaler settings")
        self._s, self._n = float(init_scale), 0
        self._up, self._down, self._every = growth_factor, backoff_factor, growth_interval
        self._lo, self._hi = min_scale, max_scale

    @property
    def scale_value(self):
        return self._s

    @property
    def good_steps(self):
        return self._n

    def scale(self, loss):
        return loss.mul(self._s)

    @staticmethod
    def _grads(optimizer):
        seen = {}
        for group in optimizer.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    seen[id(p.grad)] = p.grad
        return list(seen.values())

    def step(self, optimizer, max_norm=None):
        grads = self._grads(optimizer)
        if not grads:
            raise ValueError("nothing to step")
        with torch.no_grad():
            for g in grads:
                g /= self._s
        total = math.sqrt(sum(float(g.double().square().sum()) for g in grads))
        if not math.isfinite(total):
            self._s = float(max(self._lo, self._s * self._down))
            self._n = 0
            return False
        if max_norm is not None and total > max_norm:
            for g in grads:
                g.mul_(max_norm / total)
        optimizer.step()
        self._n += 1
        if self._n == self._every:
            self._s, self._n = float(min(self._hi, self._s * self._up)), 0
        return True
