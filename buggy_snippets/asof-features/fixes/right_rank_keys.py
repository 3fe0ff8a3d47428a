# ranks of times instead of times, keys user_rank * n + time_rank, searchsorted left
import numpy as np
def _pair(u, t):
    u = np.asarray(u); t = np.asarray(t)
    if u.ndim != 1 or u.shape != t.shape: raise ValueError("shape")
    return u, t
def _keys(eu, et, qu, qt):
    T = np.unique(et); U = np.unique(eu); W = len(T) + 1
    k = np.sort(np.searchsorted(U, eu).astype(np.int64) * W + np.searchsorted(T, et))
    i = np.searchsorted(U, qu); known = np.zeros(len(qu), bool)
    j = np.minimum(i, len(U) - 1); known = U[j] == qu
    return T, W, k, j.astype(np.int64), known
def days_since_last(event_user, event_time, query_user, query_time):
    eu, et = _pair(event_user, event_time); qu, qt = _pair(query_user, query_time)
    m = ~np.isnan(et); eu, et = eu[m], et[m]
    out = np.full(len(qu), np.nan)
    if not len(eu) or not len(qu): return out
    T, W, k, j, known = _keys(eu, et, qu, qt)
    p = np.searchsorted(k, j * W + np.searchsorted(T, qt)); 
    ok = known & (p > 0) & ~np.isnan(qt)
    prev = k[np.maximum(p - 1, 0)]
    ok &= prev // W == j
    out[ok] = (qt - T[prev % W])[ok]
    return out
def count_before(event_user, event_time, query_user, query_time, window):
    if np.isnan(window) or window <= 0: raise ValueError("window")
    eu, et = _pair(event_user, event_time); qu, qt = _pair(query_user, query_time)
    m = ~np.isnan(et); eu, et = eu[m], et[m]
    if not len(eu) or not len(qu): return np.zeros(len(qu), np.int64)
    T, W, k, j, known = _keys(eu, et, qu, qt)
    hi = np.searchsorted(k, j * W + np.searchsorted(T, qt)); lo = np.searchsorted(k, j * W + np.searchsorted(T, qt - window))
    return np.where(known & ~np.isnan(qt), hi - lo, 0).astype(np.int64)
