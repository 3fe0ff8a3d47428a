"""Two layers, one much steeper than the other, clipped to a global norm."""

import torch
from broken import clip_grad_global_

STEEPER = 100.0
LIMIT = 1.0

steep, gentle = torch.zeros(2, requires_grad=True), torch.zeros(2, requires_grad=True)
steep.grad = torch.tensor([3.0, 4.0]) * STEEPER
gentle.grad = torch.tensor([3.0, 4.0])

before = clip_grad_global_([steep, gentle], max_norm=LIMIT)
after = torch.cat([steep.grad, gentle.grad])
ratio = float(steep.grad.norm() / gentle.grad.norm())
print(f"norm before clipping  {before:.2f}")
print(f"norm after clipping   {float(after.norm()):.4f}   (asked for at most {LIMIT:g})")
print(f"steep : gentle        {ratio:.2f} : 1   (was {STEEPER:g} : 1)")

spiked = torch.zeros(3, requires_grad=True)
spiked.grad = torch.tensor([1.0, 2.0, float("inf")])
try:
    clip_grad_global_(spiked, max_norm=1.0)
    print(f"a gradient with one inf became {spiked.grad.tolist()}")
except RuntimeError as error:
    print(f"a gradient with one inf was refused: {error}")

assert abs(ratio / STEEPER - 1) < 0.001, "clipping changed the direction of the step"
assert not spiked.grad.isnan().any(), "one inf turned into nan: the next step poisons the weights"
