# exact clipping in float64, no torch utils, reciprocal, checks before dividing
import math, torch
class ScaleError(ValueError): pass
class LossScaler:
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, min_scale=1.0, max_scale=2.0**24):
        ok = init_scale > 0 and growth_factor > 1 and 0 < backoff_factor < 1 and growth_interval >= 1 and min_scale <= max_scale
        if not ok: raise ScaleError("settings")
        self.scale_value, self.good_steps = init_scale, 0
        self._c = growth_factor, backoff_factor, growth_interval, min_scale, max_scale
    def scale(self, loss): return self.scale_value * loss
    def step(self, optimizer, max_norm=None, *, norm_type=2.0):
        g, b, every, lo, hi = self._c
        seen, grads = set(), []
        for group in optimizer.param_groups:
            for p in group["params"]:
                if p.grad is None or id(p) in seen: continue
                seen.add(id(p)); grads.append(p.grad)
        if not grads: raise ScaleError("no gradients")
        with torch.no_grad():
            inv = 1.0 / self.scale_value
            for x in grads: x *= inv
            if not all(bool(torch.isfinite(x).all()) for x in grads):
                self.scale_value = max(lo, self.scale_value * b); self.good_steps = 0
                return False
            if max_norm is not None:
                total = math.sqrt(sum(float((x.double() ** 2).sum()) for x in grads))
                if total > max_norm:
                    for x in grads: x.mul_(max_norm / total)
        optimizer.step()
        self.good_steps += 1
        if self.good_steps == every:
            self.good_steps = 0; self.scale_value = min(hi, self.scale_value * g)
        return True
