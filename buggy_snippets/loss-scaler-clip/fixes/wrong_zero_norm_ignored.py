# 'if max_norm:': a max_norm of 0 does not clip, breaks 'clipped ... if it is given'
import torch

class LossScaler:
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, min_scale=1.0, max_scale=2.0**24):
        if not init_scale > 0 or not growth_factor > 1 or not 0 < backoff_factor < 1 or growth_interval < 1 or min_scale > max_scale:
            raise ValueError("bad arguments")
        self.scale_value = float(init_scale)
        self.good_steps = 0
        self.growth_factor, self.backoff_factor, self.growth_interval = growth_factor, backoff_factor, growth_interval
        self.min_scale, self.max_scale = min_scale, max_scale

    def scale(self, loss):
        return loss * self.scale_value

    @torch.no_grad()
    def step(self, optimizer, max_norm=None):
        params = list({id(p): p for g in optimizer.param_groups for p in g["params"] if p.grad is not None}.values())
        if not params:
            raise ValueError("no gradients")
        for p in params:
            p.grad.div_(self.scale_value)
        if not all(bool(torch.isfinite(p.grad).all()) for p in params):
            self.scale_value = max(self.min_scale, self.scale_value * self.backoff_factor)
            self.good_steps = 0
            return False
        if max_norm:
            torch.nn.utils.clip_grad_norm_(params, max_norm)
        with torch.enable_grad():
            optimizer.step()
        self.good_steps += 1
        if self.good_steps >= self.growth_interval:
            self.scale_value = min(self.max_scale, self.scale_value * self.growth_factor)
            self.good_steps = 0
        return True
