# dataclass, read-only properties, foreach, gradients replaced through set_? no: in place
from dataclasses import dataclass, field
import torch
@dataclass
class LossScaler:
    init_scale: float = 65536.0
    growth_factor: float = 2.0
    backoff_factor: float = 0.5
    growth_interval: int = 2000
    min_scale: float = 1.0
    max_scale: float = 2.0**24
    _state: dict = field(init=False, repr=False, default_factory=dict)
    def __post_init__(self):
        for bad in (self.init_scale <= 0, self.growth_factor <= 1, not 0 < self.backoff_factor < 1, self.growth_interval < 1, self.min_scale > self.max_scale):
            if bad: raise ValueError
        self._state = {"s": self.init_scale, "n": 0}
    @property
    def scale_value(self): return self._state["s"]
    @property
    def good_steps(self): return self._state["n"]
    def scale(self, loss): return torch.mul(loss, self.scale_value)
    def step(self, optimizer, max_norm=None):
        ps = list(dict.fromkeys(p for g in optimizer.param_groups for p in g["params"] if p.grad is not None))
        if not ps: raise ValueError
        grads = [p.grad for p in ps]
        torch._foreach_div_(grads, self.scale_value)
        st = self._state
        if not all(torch.isfinite(g).all() for g in grads):
            st.update(s=max(self.min_scale, st["s"] * self.backoff_factor), n=0)
            return False
        if max_norm is not None:
            norm = torch.linalg.vector_norm(torch.stack([torch.linalg.vector_norm(g) for g in grads]))
            torch._foreach_mul_(grads, float(torch.clamp(max_norm / norm, max=1.0)) if norm > 0 else 1.0)
        optimizer.step()
        n = st["n"] + 1
        if n == self.growth_interval: st.update(s=min(self.max_scale, st["s"] * self.growth_factor), n=0)
        else: st["n"] = n
        return True
