# a loop over queries, each with its slice of keys
import math, torch

def causal_mask(q_len, kv_len, device=None):
    if q_len < 0: raise ValueError("q_len")
    if kv_len < q_len: raise ValueError("kv_len")
    m = torch.zeros((q_len, kv_len), dtype=torch.bool, device=device)
    for i in range(q_len):
        m[i, : kv_len - q_len + i + 1] = True
    return m

def positions(cache_len, q_len, device=None):
    return torch.arange(cache_len, cache_len + q_len, device=device)

class KVCache:
    def __init__(self, max_len):
        if max_len < 1: raise ValueError("max_len must be >= 1")
        self.max_len = max_len
        self.length = 0
        self.k = self.v = None
    def append(self, k, v):
        if self.k is not None:
            bad = any(a.shape[d] != b.shape[d] for a, b in ((k, self.k), (v, self.v)) for d in (0, 1, 3))
            bad = bad or k.dtype != self.k.dtype or v.dtype != self.v.dtype
            bad = bad or k.device != self.k.device or v.device != self.v.device
            if bad: raise ValueError("shape, dtype or device")
        n = self.length + k.size(2)
        if n > self.max_len: raise ValueError("full")
        empty = lambda x: x[:, :, :0]
        self.k = torch.cat((self.k if self.k is not None else empty(k), k), dim=2)
        self.v = torch.cat((self.v if self.v is not None else empty(v), v), dim=2)
        self.length = n
        return self.k.clone(), self.v.clone()

def attend_cached(q, k, v, cache):
    before = cache.length
    keys, values = cache.append(k, v)
    rows = []
    for i in range(q.shape[2]):
        n = before + i + 1
        s = (q[:, :, i:i + 1] * keys[:, :, :n]).sum(-1) / math.sqrt(q.shape[-1])
        w = torch.softmax(s, -1)
        rows.append((w.unsqueeze(-1) * values[:, :, :n]).sum(2))
    return torch.stack(rows, 2) if rows else q.new_empty(q.shape[:3] + values.shape[3:])
