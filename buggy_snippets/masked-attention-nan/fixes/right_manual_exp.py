# manual exponentials and a safe denominator
import math, torch

def masked_attention(q, k, v, mask=None):
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError
    if k.shape[-2] == 0:
        batch = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
        return q.new_zeros(*batch, q.shape[-2], v.shape[-1])
    wide = q.dtype if q.dtype == torch.float64 else torch.float32
    z = (q.to(wide) / math.sqrt(q.shape[-1])) @ k.to(wide).transpose(-1, -2)
    on = torch.ones((), dtype=torch.bool, device=q.device) if mask is None else mask
    on = on.expand(z.shape) if on.ndim <= z.ndim else on
    top = z.masked_fill(~on, -math.inf).amax(-1, keepdim=True).detach()
    top = torch.where(torch.isfinite(top), top, 0.0)
    e = torch.where(on, torch.exp(torch.where(on, z - top, 0.0)), 0.0)
    den = e.sum(-1, keepdim=True)
    w = e / torch.where(den > 0, den, 1.0)
    return (w @ v.to(wide)).to(q.dtype)
