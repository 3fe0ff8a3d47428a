"""The mask written as the comparison of two index ranges."""

import torch


def causal_mask(q_len, kv_len, device=None):
    if not 0 <= q_len <= kv_len:
        raise ValueError("q_len must lie between 0 and kv_len")
    rows = positions(kv_len - q_len, q_len, device)
    columns = torch.arange(kv_len, device=device)
    return columns[None, :] <= rows[:, None]


def positions(cache_len, q_len, device=None):
    return torch.arange(q_len, device=device) + cache_len


class KVCache:
    def __init__(self, max_len):
        if max_len < 1:
            raise ValueError("max_len")
        self._max = max_len
        self._parts = []

    @property
    def length(self):
        return sum(k.shape[-2] for k, _ in self._parts)

    def append(self, k, v):
        if self._parts:
            for new, old in zip((k, v), self._parts[0]):
                same = (new.shape[0], new.shape[1], new.shape[3], new.dtype, new.device)
                if same != (old.shape[0], old.shape[1], old.shape[3], old.dtype, old.device):
                    raise ValueError("does not fit")
        if self.length + k.shape[-2] > self._max:
            raise ValueError("full")
        self._parts.append((k.clone(), v.clone()))
        keys, values = zip(*self._parts)
        return torch.cat(keys, dim=-2), torch.cat(values, dim=-2)


def attend_cached(q, k, v, cache):
    before = cache.length
    keys, values = cache.append(k, v)
    queries = positions(before, q.shape[-2], q.device)
    allowed = torch.arange(keys.shape[-2], device=q.device) <= queries.unsqueeze(1)
    scores = torch.einsum("bhqd,bhkd->bhqk", q, keys) * q.shape[-1] ** -0.5
    scores = torch.where(allowed, scores, -torch.inf)
    return torch.einsum("bhqk,bhkd->bhqd", scores.softmax(-1), values)
