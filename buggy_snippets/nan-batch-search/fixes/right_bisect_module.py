"""Rungs first, then the standard library's bisect inside the last rung."""

from bisect import bisect_left


def find_nan_batch_size(run_fn, min_bs=1, max_bs=1024, retries=2):
    for name, wrong in (("min_bs", min_bs < 1), ("max_bs", max_bs < min_bs), ("retries", retries < 0)):
        if wrong:
            raise ValueError(name)

    def fails(size):
        failures = 0
        for _ in range(retries + 1):
            try:
                failures += not run_fn(size)
            except Exception:
                failures += 1
        return 2 * failures >= retries + 1

    passed = None
    rung = min_bs
    while not fails(rung):
        if rung >= max_bs:
            return None
        passed, rung = rung, min(rung * 2, max_bs)
    if passed is None:
        return rung
    between = range(passed + 1, rung)
    return passed + 1 + bisect_left(between, True, key=fails)
