"""A few tokens at once against the same tokens one by one through the cache."""

import torch

from broken import KVCache, attend_cached, causal_mask

TOKENS = 6
KEYS = 4

gen = torch.Generator().manual_seed(0)
q, k, v = (torch.randn(1, 2, TOKENS, 8, generator=gen, dtype=torch.float64) for _ in range(3))
whole = attend_cached(q, k, v, KVCache(16))
cache = KVCache(16)
steps = [attend_cached(q[:, :, i : i + 1], k[:, :, i : i + 1], v[:, :, i : i + 1], cache) for i in range(TOKENS)]
differences = [(step - whole[:, :, i : i + 1]).abs().max().item() for i, step in enumerate(steps)]
print("max difference per step:", [round(d, 2) for d in differences])
print(f"mask of one query over {KEYS} keys:", causal_mask(1, KEYS).int().tolist())

assert max(differences) < 1e-10, "decoding with the cache drifts away from the full pass"
