# scaled_dot_product_attention in float32 with dead rows opened
import torch
import torch.nn.functional as F

def masked_attention(q, k, v, mask=None):
    if mask is None:
        mask = torch.ones(q.shape[-2], k.shape[-2], dtype=torch.bool, device=q.device)
    if mask.dtype != torch.bool:
        raise TypeError("mask")
    if k.shape[-2] == 0:
        return (q.sum(-1, keepdim=True) * 0).expand(*q.shape[:-1], 1) @ v.new_zeros(*v.shape[:-2], 1, v.shape[-1])
    mask = mask.expand(q.shape[-2], k.shape[-2]) if mask.ndim < 2 else mask
    c = (lambda t: t) if q.dtype == torch.float64 else (lambda t: t.float())
    alive = mask.any(dim=-1, keepdim=True)
    out = F.scaled_dot_product_attention(c(q), c(k), c(v), attn_mask=mask | ~alive)
    return torch.where(alive, out, 0.0).to(q.dtype)
