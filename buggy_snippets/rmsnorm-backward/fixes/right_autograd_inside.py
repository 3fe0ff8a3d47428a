# backward lets autograd differentiate the plain formula
import torch
def plain(x, weight, eps):
    t = torch.promote_types(x.dtype, torch.float32)
    X = x.to(t)
    return (X * torch.rsqrt(X.pow(2).mean(-1, keepdim=True) + eps) * weight.to(t)).to(x.dtype)
class RMSNormFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, eps=1e-6):
        ctx.save_for_backward(x, weight); ctx.eps = eps
        return plain(x, weight, eps)
    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, dy):
        x, weight = ctx.saved_tensors
        t = torch.promote_types(x.dtype, torch.float32)
        with torch.enable_grad():
            X, W = x.detach().to(t).requires_grad_(), weight.detach().to(t).requires_grad_()
            y = X * torch.rsqrt(X.pow(2).mean(-1, keepdim=True) + ctx.eps) * W
            dx, dw = torch.autograd.grad(y, (X, W), dy.to(t))
        return dx.to(x.dtype), dw.to(weight.dtype), None
def rms_norm(x, weight, eps=1e-6):
    if tuple(weight.shape) != (x.shape[-1],): raise ValueError("weight")
    return RMSNormFn.apply(x, weight, eps)
