# preallocated buffers, length a property, SDPA-like einsum
import torch

def causal_mask(q_len, kv_len, device=None):
    if not 0 <= q_len <= kv_len:
        raise ValueError((q_len, kv_len))
    i = torch.arange(q_len, device=device)[:, None]
    j = torch.arange(kv_len, device=device)[None, :]
    return j <= i + (kv_len - q_len)

def positions(cache_len, q_len, device=None):
    return torch.arange(q_len, dtype=torch.int64, device=device) + cache_len

class KVCache:
    def __init__(self, max_len):
        if not max_len >= 1:
            raise ValueError("max_len")
        self._max, self._n, self._buf = max_len, 0, None
    @property
    def length(self):
        return self._n
    def append(self, k, v):
        if self._buf is not None:
            for new, buf in zip((k, v), self._buf):
                B, H, _, D = buf.shape
                if (new.shape[0], new.shape[1], new.shape[3]) != (B, H, D) or new.dtype is not buf.dtype or new.device != buf.device:
                    raise ValueError("does not fit")
        t = k.shape[2]
        if self._n + t > self._max:
            raise ValueError("full")
        if self._buf is None:
            self._buf = [x.new_zeros(x.shape[0], x.shape[1], self._max, x.shape[3]) for x in (k, v)]
        for new, buf in zip((k, v), self._buf):
            buf[:, :, self._n:self._n + t] = new.detach()
        self._n += t
        return tuple(buf[:, :, :self._n] for buf in self._buf)

def attend_cached(q, k, v, cache):
    K, V = cache.append(k, v)
    s = torch.einsum("bhqd,bhkd->bhqk", q, K) * q.shape[-1] ** -0.5
    s = s + torch.zeros_like(s).masked_fill_(causal_mask(q.shape[-2], K.shape[-2], q.device).logical_not(), -torch.inf)
    return torch.einsum("bhqk,bhkd->bhqd", s.softmax(-1), V)
