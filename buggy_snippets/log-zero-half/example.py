"""A confident mistake in half precision, and logits with one axis too many."""

import torch

from broken import binary_nll

logits = torch.tensor([-30.0, 2.0], dtype=torch.float16)
loss = binary_nll(logits, torch.tensor([1.0, 1.0]))
print("fp16, logit -30 for a positive:", loss.item(), loss.dtype)

x = torch.tensor([-30.0], requires_grad=True)
binary_nll(x, torch.tensor([1.0])).backward()
print("its gradient in float32:", x.grad.item(), "(should be close to -1)")

torch.manual_seed(0)
column = torch.randn(32, 1)
row = (column[:, 0] > 0).float()
try:
    print("(32, 1) logits against (32,) targets:", binary_nll(column * 20, row, reduction="none").shape)
    refused = False
except ValueError as error:
    print("(32, 1) logits against (32,) targets:", error)
    refused = True

assert torch.isfinite(loss), "a confident mistake gives inf"
assert abs(x.grad.item() + 1) < 1e-3, "the gradient of a confident mistake is wrong"
assert refused, "the shapes are broadcast to (32, 32)"
