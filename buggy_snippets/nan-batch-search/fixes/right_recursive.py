from functools import cache


def find_nan_batch_size(run_fn, min_bs=1, max_bs=1024, retries=2):
    if not 1 <= min_bs <= max_bs:
        raise ValueError("sizes")
    if retries < 0:
        raise ValueError("retries")

    @cache
    def passes(size):
        votes = []
        for _ in range(retries + 1):
            try:
                votes.append(bool(run_fn(size)))
            except Exception:
                votes.append(False)
        return votes.count(True) > votes.count(False)

    def between(good, bad):
        if bad - good == 1:
            return bad
        middle = (good + bad) // 2
        return between(middle, bad) if passes(middle) else between(good, middle)

    def climb(good):
        if good == max_bs:
            return None
        step = min(good + good, max_bs)
        return climb(step) if passes(step) else between(good, step)

    return climb(min_bs) if passes(min_bs) else min_bs
