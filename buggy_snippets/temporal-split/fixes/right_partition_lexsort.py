# np.partition for the threshold, masks first, lexsort of each side, difference form of the gap
import numpy as np, torch
def temporal_split(times, val_frac=0.2, gap=0.0):
    a = np.array(times.cpu() if torch.is_tensor(times) else times)
    if a.ndim != 1 or a.size < 2 or not np.all(np.isfinite(a)): raise ValueError("times")
    if not (val_frac > 0 and val_frac < 1): raise ValueError("val_frac")
    if not gap >= 0: raise ValueError("gap")
    n = a.size
    k = int(min(n - 1, max(1, np.floor(val_frac * n + 0.5))))
    T = np.partition(a, n - k)[n - k]
    def side(mask):
        i = np.flatnonzero(mask)
        return i[np.lexsort((i, a[i]))].astype(np.int64)
    val, train = side(a >= T), side(T - a > gap)
    if train.size == 0: raise ValueError("train is empty")
    return train, val
