"""Backward lets autograd differentiate the recomputed formula."""
import torch


def _formula(x, weight, eps):
    up = x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    w = weight.float() if weight.dtype in (torch.float16, torch.bfloat16) else weight
    return (up / torch.sqrt(up.square().mean(dim=-1, keepdim=True) + eps) * w).to(x.dtype)


class RMSNormFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, eps=1e-6):
        ctx.save_for_backward(x, weight)
        ctx.eps = eps
        return _formula(x, weight, eps)

    @staticmethod
    def backward(ctx, dy):
        x, weight = (v.detach() for v in ctx.saved_tensors)
        wanted = []
        for v, needed in zip((x, weight), ctx.needs_input_grad):
            v.requires_grad_(needed)
            if needed:
                wanted.append(v)
        with torch.enable_grad():
            y = _formula(x, weight, ctx.eps)
        got = iter(torch.autograd.grad(y, wanted, dy))
        return tuple(next(got) if needed else None for needed in ctx.needs_input_grad[:2]) + (None,)


def rms_norm(x, weight, eps=1e-6):
    if weight.dim() != 1 or weight.size(0) != x.size(-1):
        raise ValueError
    return RMSNormFn.apply(x, weight, eps)
