# dy.view(-1, D): an expanded or transposed upstream gradient raises, breaks 'an upstream gradient that is expanded or not contiguous works'
import torch

class RMSNormFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, eps):
        wide = torch.promote_types(x.dtype, torch.float32)
        xf, wf = x.to(wide), weight.to(wide)
        r = torch.rsqrt(xf.pow(2).mean(dim=-1, keepdim=True) + eps)
        ctx.save_for_backward(x, weight, r)
        return (xf * r * wf).to(x.dtype)

    @staticmethod
    def backward(ctx, dy):
        x, weight, r = ctx.saved_tensors
        xf, wf, dyf = x.to(r.dtype), weight.to(r.dtype), dy.to(r.dtype)
        dx = dw = None
        if ctx.needs_input_grad[0]:
            g = dyf * wf
            dx = (r * (g - xf * r**2 * (g * xf).mean(-1, keepdim=True))).to(x.dtype)
        if ctx.needs_input_grad[1]:
            dw = (dyf.view(-1, x.shape[-1]) * (xf * r).reshape(-1, x.shape[-1])).sum(0).to(weight.dtype)
        return dx, dw, None

def rms_norm(x, weight, eps=1e-6):
    if weight.shape != x.shape[-1:]:
        raise ValueError("weight")
    return RMSNormFn.apply(x, weight, eps)
