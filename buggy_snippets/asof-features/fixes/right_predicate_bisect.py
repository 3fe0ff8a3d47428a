# class index, bisect with key on differences, keyword-extended signature
from bisect import bisect_left
from collections import defaultdict
import numpy as np
class Mismatch(ValueError): pass
class Index:
    def __init__(self, users, times):
        users, times = np.asarray(users), np.asarray(times)
        if len(users) != len(times): raise Mismatch
        d = defaultdict(list)
        for t, u in sorted(zip(times.tolist(), users.tolist())) if not np.isnan(times).any() else sorted((t, u) for t, u in zip(times.tolist(), users.tolist()) if t == t):
            d[u].append(t)
        self.d = d
    def upto(self, u, t):
        h = self.d.get(u) or []
        return h, bisect_left(h, t)
def _q(u, t):
    u, t = np.asarray(u), np.asarray(t)
    if u.shape != t.shape: raise Mismatch
    return list(zip(u.tolist(), t.tolist()))
def days_since_last(event_user, event_time, query_user, query_time, *, missing=float("nan")):
    ix = Index(event_user, event_time)
    def one(u, t):
        if t != t: return missing
        h, k = ix.upto(u, t)
        return t - h[k - 1] if k else missing
    return np.array([one(u, t) for u, t in _q(query_user, query_time)], dtype=np.float64)
def count_before(event_user, event_time, query_user, query_time, window):
    if not (window > 0): raise Mismatch("window")
    ix = Index(event_user, event_time)
    def one(u, t):
        if t != t: return 0
        h, k = ix.upto(u, t)
        return k - bisect_left(h, True, 0, k, key=lambda e: t - e <= window)
    return np.array([one(u, t) for u, t in _q(query_user, query_time)], dtype=np.int64)
