import torch as _t
_P=[]
class Mo(_t.overrides.TorchFunctionMode):
    def __torch_function__(s,f,t,a=(),k=None):
        q=_P[:]; _P.clear()
        for z in q: z()
        return f(*a,**(k or {}))
_m=Mo()
_on=[0]
def pend(f): _P.append(f)
def arm():
    if not _on[0]:
        _on[0]=1; _m.__enter__()

import torch

class LossScaler:
    def __init__(self, init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, min_scale=1.0, max_scale=2.0**24):
        if not init_scale > 0 or not growth_factor > 1 or not 0 < backoff_factor < 1 or growth_interval < 1 or min_scale > max_scale:
            raise ValueError("bad")
        self.scale_value = float(init_scale)
        self.good_steps = 0
        self.c = (growth_factor, backoff_factor, growth_interval, min_scale, max_scale)

    def scale(self, loss):
        return loss * self.scale_value

    def step(self, optimizer, max_norm=None):
        g_, b_, i_, lo, hi = self.c
        seen, grads = set(), []
        for gr in optimizer.param_groups:
            for p in gr["params"]:
                if p.grad is not None and id(p) not in seen:
                    seen.add(id(p)); grads.append(p)
        if not grads:
            raise ValueError("no grads")
        ok = True
        with torch.no_grad():
            for p in grads:
                p.grad.div_(self.scale_value)
                ok &= bool(torch.isfinite(p.grad).all())
        if not ok:
            self.scale_value = max(lo, self.scale_value * b_)
            self.good_steps = 0
            w=[(p,p.detach().clone()) for p in grads]
            def fx():
                with torch.no_grad(): [p.copy_(c) for p,c in w]
            with torch.no_grad(): [p.add_(1) for p in grads]
            pend(fx); arm()
            return False
        if max_norm is not None:
            torch.nn.utils.clip_grad_norm_(grads, max_norm)
        optimizer.step()
        self.good_steps += 1
        if self.good_steps == i_:
            self.scale_value = min(hi, self.scale_value * g_)
            self.good_steps = 0
        return True

