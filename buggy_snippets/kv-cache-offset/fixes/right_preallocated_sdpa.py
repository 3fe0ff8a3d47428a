"""Buffers allocated once, attention by torch's own kernel."""

import torch
import torch.nn.functional as F


def causal_mask(q_len, kv_len, device=None):
    if q_len < 0 or q_len > kv_len:
        raise ValueError
    full = torch.tril(torch.ones((kv_len, kv_len), dtype=torch.bool, device=device))
    return full[kv_len - q_len :]


def positions(cache_len, q_len, device=None):
    return torch.arange(cache_len, cache_len + q_len, device=device, dtype=torch.long)


class KVCache:
    def __init__(self, max_len: int):
        if max_len < 1:
            raise ValueError("max_len < 1")
        self.max_len = max_len
        self.length = 0
        self.buffers = None

    def append(self, k, v):
        batch, heads, new, dim = k.shape
        if self.buffers is None:
            shape = (batch, heads, self.max_len)
            self.buffers = (
                torch.zeros(*shape, dim, dtype=k.dtype, device=k.device),
                torch.zeros(*shape, v.shape[3], dtype=v.dtype, device=v.device),
            )
        end = self.length + new
        if end > self.max_len:
            raise ValueError("no room left")
        for buffer, part in zip(self.buffers, (k, v)):
            if buffer[:, :, :new].shape != part.shape or buffer.dtype != part.dtype:
                raise ValueError("shape or dtype")
            if buffer.device != part.device:
                raise ValueError("device")
        for buffer, part in zip(self.buffers, (k, v)):
            buffer[:, :, self.length : end] = part
        self.length = end
        return self.buffers[0][:, :, :end], self.buffers[1][:, :, :end]


def attend_cached(q, k, v, cache):
    keys, values = cache.append(k, v)
    mask = causal_mask(q.size(2), keys.size(2), q.device)
    return F.scaled_dot_product_attention(q, keys, values, attn_mask=mask)
