# wrong: the upstream gradient is weighted in half precision
"""RMS normalisation with a backward pass of its own."""

from __future__ import annotations

import torch
from torch import Tensor


class RMSNormFn(torch.autograd.Function):
    """y = x * r * weight with r = 1 / sqrt(mean(x^2) + eps) over the last dimension.

    The arithmetic is done in float32 for the half types; results and gradients
    have the dtypes of the inputs.
    """

    @staticmethod
    def forward(ctx, x: Tensor, weight: Tensor, eps: float) -> Tensor:
        wide = torch.promote_types(x.dtype, torch.float32)
        xf, wf = x.to(wide), weight.to(wide)
        r = torch.rsqrt(xf.pow(2).mean(dim=-1, keepdim=True) + eps)
        y = (xf * r * wf).to(x.dtype)
        ctx.save_for_backward(x, weight, r)
        return y

    @staticmethod
    def backward(ctx, dy: Tensor):
        x, weight, r = ctx.saved_tensors
        xf, wf, up = x.to(r.dtype), weight.to(r.dtype), dy.to(r.dtype)
        dx = dw = None
        if ctx.needs_input_grad[1]:
            dw = (up * (xf * r)).reshape(-1, x.shape[-1]).sum(dim=0).to(weight.dtype)
        if ctx.needs_input_grad[0]:
            g = (dy * weight).to(r.dtype)
            dx = (r * (g - xf * r.square() * (g * xf).mean(dim=-1, keepdim=True))).to(x.dtype)
        return dx, dw, None


def rms_norm(x: Tensor, weight: Tensor, eps: float = 1e-6) -> Tensor:
    """Normalise the last dimension of ``x`` by its root mean square."""
    if weight.shape != x.shape[-1:]:
        raise ValueError(f"weight {tuple(weight.shape)} does not fit x {tuple(x.shape)}")
    return RMSNormFn.apply(x, weight, eps)
