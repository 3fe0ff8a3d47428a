# math.hypot over norms, error subclass, reduce, generator function
import math, torch
class NonFinite(ArithmeticError, RuntimeError): pass
class BadLimit(ValueError): pass
def clip_grad_global_(params, max_norm, *, eps=0.0):
    if not max_norm > 0: raise BadLimit(max_norm)
    ps = (params,) if torch.is_tensor(params) else tuple(params)
    grads = list({id(p): p.grad for p in ps if p.grad is not None}.values())
    total = math.hypot(*(float(g.detach().double().norm()) for g in grads))
    if math.isinf(total) or math.isnan(total): raise NonFinite("norm")
    if total > max_norm:
        with torch.no_grad():
            for g in grads: g.copy_(g.double() * (max_norm / total))
    return total
