# forward without ctx plus setup_context, other argument order, sum over dims tuple
import torch
class RMSNormFn(torch.autograd.Function):
    @staticmethod
    def forward(weight, x, eps):
        w = torch.promote_types(torch.promote_types(x.dtype, weight.dtype), torch.float32)
        X = x.to(w)
        return (X / torch.sqrt((X * X).mean(-1, keepdim=True) + eps) * weight.to(w)).to(x.dtype)
    @staticmethod
    def setup_context(ctx, inputs, output):
        weight, x, ctx.eps = inputs
        ctx.save_for_backward(weight, x)
    @staticmethod
    def backward(ctx, dy):
        weight, x = ctx.saved_tensors
        w = torch.promote_types(torch.promote_types(x.dtype, weight.dtype), torch.float32)
        X, W, G = x.to(w), weight.to(w), dy.to(w)
        r = (X.square().mean(-1, keepdim=True) + ctx.eps).pow(-0.5)
        n = X * r
        gw = G * W
        dx = r * (gw - n * (gw * n).mean(-1, keepdim=True))
        dw = G * n
        if dw.dim() > 1: dw = dw.sum(dim=tuple(range(dw.dim() - 1)))
        return dw.to(weight.dtype), dx.to(x.dtype), None
class WeightShape(ValueError): pass
def rms_norm(x, weight, eps=1e-6):
    if weight.dim() != 1 or weight.shape[0] != x.shape[-1]: raise WeightShape(tuple(weight.shape))
    return RMSNormFn.apply(weight, x, eps)
