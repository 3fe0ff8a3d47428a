# 256-bin histogram per channel, numpy
import numpy as np, torch

class Channels(ValueError):
    pass

def channel_stats(batches):
    hist, device = None, None
    for b in batches:
        if b.dtype is not torch.uint8:
            raise TypeError(b.dtype)
        if not b.numel():
            continue
        device = b.device
        a = b.cpu().numpy()
        h = np.stack([np.bincount(a[:, c].ravel(), minlength=256) for c in range(a.shape[1])])
        if hist is not None and h.shape != hist.shape:
            raise Channels("differ")
        hist = h if hist is None else hist + h
    if hist is None:
        raise Channels("nothing")
    v = np.arange(256) / 255
    n = hist.sum(1)
    mean = hist @ v / n
    std = np.sqrt((hist * (v[None] - mean[:, None]) ** 2).sum(1) / n)
    f = lambda z: torch.tensor(z, dtype=torch.float32, device=device)
    return f(mean), f(std)
