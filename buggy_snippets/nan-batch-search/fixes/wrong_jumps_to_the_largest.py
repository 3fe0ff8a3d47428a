# wrong: where little of the range is left the largest size is tried at once
from __future__ import annotations

import operator
from collections.abc import Callable


def find_nan_batch_size(
    run_fn: Callable[[int], bool], min_bs: int = 1, max_bs: int = 1024, retries: int = 2
) -> int | None:
    min_bs, max_bs = operator.index(min_bs), operator.index(max_bs)
    if min_bs < 1 or max_bs < min_bs or retries < 0:
        raise ValueError(f"bad limits: {min_bs}, {max_bs}, {retries}")
    runs = retries + 1

    def run_once(size: int) -> bool:
        try:
            return bool(run_fn(size))
        except Exception:
            return False

    def fails(size: int) -> bool:
        good = bad = 0
        while True:
            if run_once(size):
                good += 1
            else:
                bad += 1
            if 2 * bad >= runs:
                return True
            if 2 * good > runs:
                return False

    if fails(min_bs):
        return min_bs
    good = min_bs
    while True:
        if good == max_bs:
            return None
        bad = 2 * good if 3 * good < max_bs else max_bs
        if fails(bad):
            break
        good = bad
    while bad - good > 1:
        middle = (good + bad) // 2
        if fails(middle):
            bad = middle
        else:
            good = middle
    return bad
