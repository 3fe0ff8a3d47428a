"""Rewritten: a small class that votes once per size and remembers."""


class Votes:
    def __init__(self, run_fn, runs):
        self.run_fn = run_fn
        self.runs = runs
        self.verdicts = {}

    def fails(self, size):
        if size not in self.verdicts:
            self.verdicts[size] = self._vote(size)
        return self.verdicts[size]

    def _vote(self, size):
        good = bad = 0
        while True:
            try:
                ok = True if self.run_fn(size) else False
            except Exception:
                ok = False
            good, bad = good + ok, bad + (not ok)
            if 2 * bad >= self.runs:
                return True
            if 2 * good > self.runs:
                return False


def find_nan_batch_size(run_fn, min_bs=1, max_bs=1024, retries=2):
    if min_bs < 1 or max_bs < min_bs or retries < 0:
        raise ValueError("1 <= min_bs <= max_bs and retries >= 0 are needed")
    votes = Votes(run_fn, retries + 1)
    low, high = min_bs - 1, min_bs
    while not votes.fails(high):
        if high == max_bs:
            return None
        low, high = high, min(2 * high, max_bs)
    while low + 1 < high:
        middle = low + (high - low) // 2
        if votes.fails(middle):
            high = middle
        else:
            low = middle
    return high
