# bisect over a range with a key, early stop, subclass of ValueError
from bisect import bisect_left

class RangeError(ValueError):
    pass

def find_nan_batch_size(run_fn, min_bs=1, max_bs=1024, retries=2, *, verbose=False):
    if min_bs < 1 or max_bs < min_bs or retries < 0:
        raise RangeError("bad range")
    verdicts = {}
    def fails(bs):
        if bs not in verdicts:
            n, ok, bad = retries + 1, 0, 0
            while 2 * ok <= n and 2 * bad < n:
                try:
                    good = True if run_fn(bs) else False
                except Exception:
                    good = False
                ok, bad = ok + good, bad + (not good)
            verdicts[bs] = 2 * bad >= n
        return verdicts[bs]
    hi = min_bs
    while not fails(hi):
        if hi == max_bs:
            return None
        hi = min(2 * hi, max_bs)
    span = range(min_bs if hi == min_bs else max(b for b in verdicts if not verdicts[b]), hi + 1)
    return span[bisect_left(span, True, key=fails)]
