"""A confident mistake in half precision, and logits with one axis too many."""

import torch

from broken import binary_nll

MISTAKE = -30.0
ROWS = 32

logits = torch.tensor([MISTAKE, 2.0], dtype=torch.float16)
loss = binary_nll(logits, torch.tensor([1.0, 1.0]))
print(f"fp16, logit {MISTAKE:g} for a positive:", loss.item(), loss.dtype)

x = torch.tensor([MISTAKE], requires_grad=True)
binary_nll(x, torch.tensor([1.0])).backward()
print("its gradient in float32:", x.grad.item(), "(should be close to -1)")

torch.manual_seed(0)
column = torch.randn(ROWS, 1)
row = (column[:, 0] > 0).float()
try:
    print(f"({ROWS}, 1) logits against ({ROWS},) targets:", binary_nll(column * 20, row, reduction="none").shape)
    refused = False
except ValueError as error:
    print(f"({ROWS}, 1) logits against ({ROWS},) targets:", error)
    refused = True

assert torch.isfinite(loss), "a confident mistake gives inf"
assert abs(x.grad.item() + 1) < 1e-3, "the gradient of a confident mistake is wrong"
assert refused, "the shapes are broadcast to a square"
