"""Maximum, exponential and sum by hand, with the mask in every step."""

import torch


def masked_attention(q, k, v, mask=None):
    if mask is not None and mask.dtype != torch.bool:
        raise TypeError("bool mask expected")
    out_dtype = q.dtype
    if out_dtype in (torch.float16, torch.bfloat16):
        q, k, v = q.float(), k.float(), v.float()
    scores = torch.einsum("...ld,...sd->...ls", q, k) / q.shape[-1] ** 0.5
    if scores.shape[-1] == 0:
        return torch.zeros(*scores.shape[:-1], v.shape[-1], dtype=out_dtype, device=q.device)
    if mask is None:
        mask = torch.ones((), dtype=torch.bool, device=q.device)
    mask = mask.expand(scores.shape)
    low = torch.finfo(scores.dtype).min
    top = scores.detach().masked_fill(~mask, low).amax(-1, keepdim=True)
    top = torch.where(mask.any(-1, keepdim=True), top, torch.zeros_like(top))
    raised = torch.where(mask, scores - top, torch.full_like(scores, low)).exp()
    raised = torch.where(mask, raised, torch.zeros_like(raised))
    total = raised.sum(-1, keepdim=True)
    total = torch.where(total > 0, total, torch.ones_like(total))
    return torch.einsum("...ls,...sd->...ld", raised / total, v).to(out_dtype)
