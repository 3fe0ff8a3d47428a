"""The layer against the same formula written in plain torch, and torch's own gradient check."""

import torch
from broken import rms_norm


WEIGHT = (1.0, 2.0, 0.5)
ROWS = 4


def plain(x, weight, eps=1e-6):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps) * weight


torch.manual_seed(1)
x = torch.randn(ROWS, 3, dtype=torch.float64)
weight = torch.tensor(WEIGHT, dtype=torch.float64)
target = torch.randn(ROWS, 3, dtype=torch.float64)


def gradients(norm):
    a, w = x.clone().requires_grad_(), weight.clone().requires_grad_()
    (norm(a, w) * target).sum().backward()
    return a.grad, w.grad


forward = float((rms_norm(x, weight) - plain(x, weight)).abs().max())
for name, got, want in zip(("x", "weight"), gradients(rms_norm), gradients(plain)):
    print(f"gradient of {name:6s} differs by up to {float((got - want).abs().max()):.3f}")
print(f"forward differs by up to {forward:.0e}")

try:
    a, w = torch.randn(2, 2, 3, dtype=torch.float64), weight.clone()
    rms_norm(a.requires_grad_(), w.requires_grad_()).sum().backward()
    print(f"3-D input: weight gradient of shape {tuple(w.grad.shape)}")
except RuntimeError as error:
    print(f"3-D input: {error}")

leaf = x.clone().requires_grad_()
torch.autograd.gradcheck(rms_norm, (leaf, weight.clone().requires_grad_()))
print("gradcheck passed")
