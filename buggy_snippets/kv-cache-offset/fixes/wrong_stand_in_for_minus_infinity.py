# wrong: forbidden scores are set to -1e4, which permitted ones can go below
"""Key/value cache and causal attention for incremental decoding."""

from __future__ import annotations

import math

import torch
from torch import Tensor


def causal_mask(q_len: int, kv_len: int, device: torch.device | str | None = None) -> Tensor:
    """(q_len, kv_len), True where a query may attend to a key."""
    if q_len < 0 or q_len > kv_len:
        raise ValueError(f"need 0 <= q_len <= kv_len, got {q_len} and {kv_len}")
    return torch.ones(q_len, kv_len, dtype=torch.bool, device=device).tril(kv_len - q_len)


def positions(cache_len: int, q_len: int, device: torch.device | str | None = None) -> Tensor:
    """Absolute positions of q_len new tokens behind cache_len cached ones."""
    return torch.arange(cache_len, cache_len + q_len, device=device)


class KVCache:
    """Keys and values of the tokens seen so far."""

    def __init__(self, max_len: int) -> None:
        if max_len < 1:
            raise ValueError(f"max_len must be at least 1, got {max_len}")
        self.max_len = max_len
        self.length = 0
        self._k: Tensor | None = None
        self._v: Tensor | None = None

    def append(self, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Adds k, v (B, H, t, D); returns all keys and values so far."""
        for new, old in ((k, self._k), (v, self._v)):
            if old is not None and (
                new.shape[:2] != old.shape[:2]
                or new.shape[3:] != old.shape[3:]
                or new.dtype != old.dtype
                or new.device != old.device
            ):
                raise ValueError("keys and values do not fit those already cached")
        if self.length + k.shape[2] > self.max_len:
            raise ValueError(f"the cache holds at most {self.max_len} tokens")
        self._k = k.clone() if self._k is None else torch.cat([self._k, k], dim=2)
        self._v = v.clone() if self._v is None else torch.cat([self._v, v], dim=2)
        self.length += k.shape[2]
        return self._k, self._v


def attend_cached(q: Tensor, k: Tensor, v: Tensor, cache: KVCache) -> Tensor:
    """Causal attention of the new tokens over everything cached, them included."""
    keys, values = cache.append(k, v)
    scores = q @ keys.transpose(-2, -1) / math.sqrt(q.shape[-1])
    mask = causal_mask(q.shape[2], keys.shape[2], device=q.device)
    weights = scores.masked_fill(~mask, -1e4).softmax(dim=-1)
    return weights @ values
