# Chan's merge of batch moments, functools.reduce
import functools, torch

def moments(b):
    if b.dtype != torch.uint8:
        raise TypeError("expected uint8")
    x = b.permute(1, 0, 2, 3).flatten(1).to(torch.float64)
    n = x.shape[1]
    if n == 0:
        return None
    m = x.mean(1)
    return n, m, ((x - m[:, None]) ** 2).sum(1)

def merge(a, b):
    if a is None or b is None:
        return a if b is None else b
    (na, ma, sa), (nb, mb, sb) = a, b
    if ma.shape != mb.shape:
        raise ValueError("channel counts differ")
    n, d = na + nb, mb - ma
    return n, ma + d * nb / n, sa + sb + d * d * na * nb / n

def channel_stats(batches):
    got = functools.reduce(merge, map(moments, batches), None)
    if got is None:
        raise ValueError("empty")
    n, m, s = got
    return m.div(255).to(torch.float32), (s / n).sqrt().div(255).to(torch.float32)
