# max(x,0) - x t + log1p(exp(-|x|)) with a custom gradient
import torch

class Nll(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, t):
        ctx.save_for_backward(x, t)
        return x.clamp(min=0) - x * t + torch.log1p(torch.exp(-x.abs()))
    @staticmethod
    def backward(ctx, g):
        x, t = ctx.saved_tensors
        return g * (torch.sigmoid(x) - t), None

def binary_nll(logits, target, weight=None, reduction="mean"):
    if reduction != "none" and reduction != "sum" and reduction != "mean":
        raise ValueError("reduction")
    if target.size() != logits.size():
        raise ValueError("target shape")
    if weight is not None and weight.size() != logits.size():
        raise ValueError("weight shape")
    x = logits * torch.ones((), dtype=torch.float32, device=logits.device) if logits.dtype == torch.float64 else logits.to(torch.float32)
    t = target.to(x)
    if torch.isnan(t).any() or (t < 0).any() or (t > 1).any():
        raise ValueError("target")
    out = Nll.apply(x, t)
    if weight is None:
        return out if reduction == "none" else out.sum() if reduction == "sum" else out.sum() / max(out.numel(), 1)
    w = weight.to(x)
    if torch.isnan(w).any() or (w < 0).any():
        raise ValueError("weight")
    out = out * w
    if reduction == "none": return out
    if reduction == "sum": return out.sum()
    total = w.sum()
    return out.sum() / total if total > 0 else (out * 0).sum()
