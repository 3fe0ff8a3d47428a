"""A batch in which one query may attend to nothing, forward and backward; and half precision."""

import torch

from broken import masked_attention

DEAD = 2
BIG = 100.0

torch.manual_seed(0)
q, k, v = (torch.randn(2, 3, 4, requires_grad=True) for _ in range(3))
mask = torch.ones(2, 3, 3, dtype=torch.bool)
mask[1, DEAD] = False
out = masked_attention(q, k, v, mask)
print("row without a key:", out[1, DEAD].tolist())
out.nan_to_num().sum().backward()
print("after nan_to_num the forward is clean; NaN in the gradients: ", end="")
print({name: int(x.grad.isnan().sum()) for name, x in (("q", q), ("k", k), ("v", v))})

big = torch.full((1, 1, 64), BIG, dtype=torch.float16)
half = masked_attention(big, big.expand(1, 2, 64), torch.ones(1, 2, 4, dtype=torch.float16))
print(f"half precision, q.k = {64 * BIG**2:.0f}:", half[0, 0].tolist())

assert not out.isnan().any() and not v.grad.isnan().any(), "one dead row poisons the batch"
assert half.isfinite().all(), "the scores overflow in half precision"
