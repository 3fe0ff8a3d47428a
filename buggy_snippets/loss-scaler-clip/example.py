"""One weight, plain SGD with lr 1: the scaler must not change what a step does."""

import torch
from broken import LossScaler


GRADIENT = 3.0
LIMIT = 1.0


def moves(steps, max_norm, **options):
    """How far the weight moves in each step; the gradient is the same every time."""
    weight = torch.zeros(1, requires_grad=True)
    optimizer = torch.optim.SGD([weight], lr=1.0)
    scaler = LossScaler(**options)
    result = []
    for _ in range(steps):
        optimizer.zero_grad()
        before = weight.item()
        scaler.scale(GRADIENT * weight.sum()).backward()
        scaler.step(optimizer, max_norm)
        result.append(before - weight.item())
    return result


clipped = moves(1, max_norm=LIMIT)[0]
print(f"gradient {GRADIENT:g}, clipped to {LIMIT:g}, lr 1: the weight moved by {clipped:.7f}")
grown = moves(4, max_norm=None, growth_interval=2)
print(f"gradient {GRADIENT:g}, not clipped, scale doubled every second step: {grown}")

weight = torch.zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([weight], lr=1.0)
scaler = LossScaler()
scaler.scale(weight.sum() * float("inf")).backward()
stepped = scaler.step(optimizer)
print(f"gradient inf: stepped {stepped}, weight {weight.item()}, scale {scaler.scale_value:.0f}")

assert abs(clipped - LIMIT) < 1e-4, "the step is tiny: the clipped gradient is in scaled units"
assert grown == [GRADIENT] * 4, "the step that raises the scale is too small"
assert not stepped and weight.item() == 0.0, "an inf went into the weights"
