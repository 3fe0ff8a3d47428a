# wrong: one exception fails the size, whatever its other runs do
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
        return bool(run_fn(size))

    def fails(size: int) -> bool:
        good = bad = 0
        while True:
            try:
                outcome = run_once(size)
            except Exception:
                return True  # out of memory and the like will not go away
            if outcome:
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
        bad = min(2 * good, max_bs)
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
