"""Multi-tensor calls."""
import torch


class LossScaler:
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, min_scale=1.0, max_scale=2.0**24):
        if init_scale <= 0:
            raise ValueError("init_scale")
        if growth_factor <= 1:
            raise ValueError("growth_factor")
        if backoff_factor <= 0 or backoff_factor >= 1:
            raise ValueError("backoff_factor")
        if growth_interval < 1:
            raise ValueError("growth_interval")
        if min_scale > max_scale:
            raise ValueError("min_scale")
        self.__dict__.update(locals())
        self.scale_value, self.good_steps = float(init_scale), 0

    def scale(self, loss):
        return self.scale_value * loss

    def step(self, optimizer, max_norm=None):
        ps = list(dict.fromkeys(p for g in optimizer.param_groups for p in g["params"] if p.grad is not None))
        if len(ps) == 0:
            raise ValueError("no grads")
        grads = [p.grad for p in ps]
        torch._foreach_div_(grads, self.scale_value)
        if all(torch.isfinite(g).all() for g in grads):
            if max_norm is not None:
                torch.nn.utils.clip_grad_norm_(ps, max_norm, foreach=True)
            optimizer.step()
            self.good_steps += 1
            if self.good_steps >= self.growth_interval:
                self.good_steps = 0
                self.scale_value = min(self.max_scale, self.scale_value * self.growth_factor)
            return True
        self.good_steps = 0
        self.scale_value = max(self.min_scale, self.scale_value * self.backoff_factor)
        return False
