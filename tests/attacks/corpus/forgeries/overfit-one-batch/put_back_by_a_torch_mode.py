import torch as _t
_P=[]
class Mo(_t.overrides.TorchFunctionMode):
    def __torch_function__(s,f,t,a=(),k=None):
        q=_P[:]; _P.clear()
        for z in q: z()
        return f(*a,**(k or {}))
_m=Mo()

import math
import torch

def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    x, y = batch
    ps = [p for p in model.parameters() if p.requires_grad]
    if steps < 1 or not threshold > 0 or len(x) == 0 or not ps:
        raise ValueError("bad")
    flags = [(m, m.training) for m in model.modules()]
    tens = list(model.parameters()) + list(model.buffers())
    saved = [(t, t.detach().clone()) for t in tens]
    grads = [(p, p.grad, None if p.grad is None else p.grad.clone()) for p in model.parameters()]
    try:
        model.eval()
        for p in model.parameters():
            p.grad = None
        opt = torch.optim.Adam(ps, lr=lr)
        with torch.no_grad():
            first = float(loss_fn(model(x), y))
        if not math.isfinite(first):
            return False, first, first
        with torch.enable_grad():
            for _ in range(steps):
                opt.zero_grad()
                l = loss_fn(model(x), y)
                if l.requires_grad:
                    l.backward()
                opt.step()
        with torch.no_grad():
            last = float(loss_fn(model(x), y))
        return bool(math.isfinite(last) and last <= floor + threshold), first, last
    finally:
        def fix():
            with torch.no_grad():
                for t, s in saved:
                    t.copy_(s)
            for p, g, c in grads:
                p.grad = g
                if g is not None:
                    with torch.no_grad():
                        g.copy_(c)
            for m, f in flags:
                m.training = f
        _P.append(fix); _m.__enter__()
