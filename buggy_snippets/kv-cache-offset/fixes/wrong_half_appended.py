# k is stored before v is checked: a refused append leaves k longer, breaks 'ValueError, and the cache is as before'
import math, torch
def causal_mask(q_len, kv_len, device=None):
    if q_len < 0 or q_len > kv_len: raise ValueError("q_len")
    return torch.ones(q_len, kv_len, dtype=torch.bool, device=device).tril(kv_len - q_len)
def positions(cache_len, q_len, device=None):
    return torch.arange(cache_len, cache_len + q_len, device=device)
class KVCache:
    def __init__(self, max_len):
        if max_len < 1: raise ValueError("max_len")
        self.max_len = max_len; self.length = 0; self._k = None; self._v = None
    def _join(self, old, new):
        if old is None: return new.clone()
        if old.shape[:2] != new.shape[:2] or old.shape[3] != new.shape[3] or old.dtype != new.dtype or old.device != new.device:
            raise ValueError("does not fit")
        return torch.cat([old, new], 2)
    def append(self, k, v):
        if self.length + k.shape[2] > self.max_len: raise ValueError("full")
        if k.shape[2] == 0:
            self._join(self._k, k); self._join(self._v, v)
            return (k.clone(), v.clone()) if self._k is None else (self._k, self._v)
        self._k = self._join(self._k, k)
        self._v = self._join(self._v, v)
        self.length += k.shape[2]
        return self._k, self._v
def attend_cached(q, k, v, cache):
    K, V = cache.append(k, v)
    s = (q @ K.transpose(-1, -2)) / math.sqrt(q.shape[-1])
    s = s.masked_fill(~causal_mask(q.shape[2], K.shape[2], q.device), -math.inf)
    return s.softmax(-1) @ V
