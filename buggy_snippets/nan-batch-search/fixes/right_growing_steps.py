# steps 1, 2, 4 … from min_bs instead of doubling the size; generator of sizes
def steps(lo, hi):
    d = 1
    yield lo
    while lo < hi:
        lo = min(lo + d, hi)
        d *= 2
        yield lo

def find_nan_batch_size(run_fn, min_bs=1, max_bs=1024, retries=2):
    if not (1 <= min_bs <= max_bs and retries >= 0):
        raise ValueError("range")
    def passes(bs):
        wins = losses = 0
        for _ in range(retries + 1):
            try:
                ok = bool(run_fn(bs))
            except Exception:
                ok = False
            wins += ok
            losses += not ok
        return wins > losses
    last = min_bs - 1
    for bs in steps(min_bs, max_bs):
        if not passes(bs):
            break
        last = bs
    else:
        return None
    lo, hi = last, bs
    while hi - lo > 1 and lo >= min_bs:
        m = (lo + hi + 1) // 2
        lo, hi = (m, hi) if passes(m) else (lo, m)
    return hi
