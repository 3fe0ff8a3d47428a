"""Hidden checks of nan-batch-search: the boundary, the vote, the sizes tried, the odd failures."""

from itertools import product
from math import ceil, log2

import numpy as np
import torch

from drill.runner.hidden import check


class Runs:
    """A run function with a script: per size a list of outcomes, one a run."""

    def __init__(self, outcome):
        self.outcome = outcome
        self.counts = {}
        self.odd = []

    def fn(self):
        def run_fn(*args, **kwargs):
            if kwargs or len(args) != 1 or type(args[0]) is not int:
                self.odd.append((args, kwargs))
                return False
            k = self.counts.get(args[0], 0)
            self.counts[args[0]] = k + 1
            return self.outcome(args[0], k)

        return run_fn


def search(t, outcome, *args, **kwargs):
    runs = Runs(outcome)
    found = t.candidate.find_nan_batch_size(runs.fn(), *args, **kwargs)
    assert not runs.odd, "run_fn was not called with exactly one Python int"
    assert found is None or type(found) is int
    return found, runs.counts


def budget(max_bs):
    return 2 * ceil(log2(max_bs + 1)) + 3


def within(found, sizes, min_bs, max_bs):
    assert all(min_bs <= size <= max_bs for size in sizes), "a size outside the range was tried"
    assert len(set(sizes)) <= budget(max_bs), "far more sizes were tried than the search needs"
    if found is None:
        assert max_bs in sizes, "the answer is none, but the largest size was never tried"
    else:
        assert found in sizes, "the size reported was never tried"
        assert max(sizes) <= 2 * found, "a size far above the answer was tried"


@check("fault")
def the_tail_of_the_range_is_searched(t):
    """A model that breaks between the last doubling and max_bs is reported as fine."""
    for max_bs in (1000, 701, 513):
        for threshold in {513, 700, max_bs}:
            if threshold <= max_bs:
                found, counts = search(t, lambda bs, k, th=threshold: bs < th, 1, max_bs, 0)
                assert found == threshold
                within(found, list(counts), 1, max_bs)
    assert search(t, lambda bs, k: bs < 700, max_bs=1000)[0] == 700


@check("fault")
def every_boundary(t):
    """For some range and some breaking size the search names another size."""
    ranges = [(1, 1), (1, 2), (1, 7), (1, 16), (1, 17), (1, 31), (3, 50), (5, 5), (8, 65), (13, 100)]
    for min_bs, max_bs in ranges:
        thresholds = list(range(min_bs, max_bs + 2))
        seen = t.world.search_all(t.candidate.find_nan_batch_size, min_bs, max_bs, thresholds)
        for threshold, (found, tried) in zip(thresholds, seen, strict=True):
            assert found == (threshold if threshold <= max_bs else None)
            within(found, tried, min_bs, max_bs)
            assert len(tried) == len(set(tried)), "with no retries a size was run more than once"


@check("fault")
def a_tie_fails(t):
    """When half of the runs of a size fail, the answer depends on their order, or the size passes."""
    for retries in (1, 3):
        n = retries + 1
        for script in product([True, False], repeat=n):
            if sum(script) * 2 == n:
                for size in (1, 6):
                    found, counts = search(
                        t,
                        lambda bs, k, s=script, at=size: bs < at or (bs == at and s[k % len(s)]),
                        1,
                        8,
                        retries,
                    )
                    assert found == size
                    assert max(counts.values()) <= n


@check("fault")
def one_vote_per_size(t):
    """A size that failed its vote is asked again, and a later success changes the answer."""
    for retries in (0, 1, 2, 3):
        n = retries + 1
        for threshold, max_bs in ((70, 100), (1, 9), (9, 9)):
            found, counts = search(
                t, lambda bs, k, th=threshold, n=n: bs < th or k >= n, 1, max_bs, retries
            )
            assert found == threshold
            assert max(counts.values()) <= n


@check("edges")
def a_pass_is_not_asked_again(t):
    """A size that passed its vote is run again later."""
    for retries in (0, 2):
        n = retries + 1
        for threshold in (33, 48, 100, 101):
            found, counts = search(
                t, lambda bs, k, th=threshold, n=n: bs < th and k < n, 1, 100, retries
            )
            assert found == (threshold if threshold <= 100 else None)
            assert max(counts.values()) <= n


@check("edges")
def majority_of_three(t):
    """With three runs a size does not pass exactly when at least two succeed."""
    for script in product([True, False], repeat=3):
        for at in (1, 8):
            found, counts = search(
                t, lambda bs, k, s=script, at=at: bs < at or (bs == at and s[k % len(s)]), 1, 8
            )
            passes = sum(script) >= 2
            assert found == (at if not passes else (at + 1 if at < 8 else None))
            assert max(counts.values()) <= 3


@check("edges")
def strict_majority(t):
    """A size passes without more than half of its runs succeeding, or fails although they do."""
    for retries in (0, 1, 2, 3):
        n = retries + 1
        for script in product([True, False], repeat=n):
            found, counts = search(t, lambda bs, k, s=script: s[k % len(s)], 7, 7, retries)
            assert found == (None if 2 * sum(script) > n else 7)
            assert list(counts) == [7]
            assert counts[7] <= n


@check("regression")
def nothing_fails(t):
    """A model that never breaks is not answered with None, or the largest size was not tried."""
    for min_bs, max_bs in ((1, 1), (1, 2), (1, 1000), (1, 1024), (6, 6), (7, 1000)):
        found, counts = search(t, lambda bs, k: True, min_bs, max_bs, 2)
        assert found is None
        within(found, list(counts), min_bs, max_bs)


@check("regression")
def everything_fails(t):
    """A model that always breaks is not answered with the smallest size."""
    for min_bs, max_bs in ((1, 1), (1, 1024), (6, 6), (7, 1000)):
        found, counts = search(t, lambda bs, k: False, min_bs, max_bs, 2)
        assert found == min_bs
        within(found, list(counts), min_bs, max_bs)


@check("regression")
def defaults(t):
    """Called with the run function alone it does not search 1 to 1024 with three runs a size."""
    found, counts = search(t, lambda bs, k: True)
    assert found is None
    within(found, list(counts), 1, 1024)
    assert max(counts.values()) <= 3
    found, counts = search(t, lambda bs, k: bs < 1024 or k == 1)
    assert found == 1024
    assert search(t, lambda bs, k: bs < 300 and k != 1)[0] == 300
    assert search(t, lambda bs, k: False)[0] == 1


@check("scale")
def large_ranges(t):
    """A large range takes too many sizes, or sizes far above the answer."""
    for min_bs, max_bs in ((1, 10**6), (3, 10**9 + 7), (1000, 10**6), (2**20 - 1, 2**21)):
        picks = [min_bs, min_bs + 1, max_bs, max_bs - 1, max_bs + 1]
        picks += [t.rng.randrange(min_bs, max_bs + 1) for _ in range(1)]
        for threshold in picks:
            found, counts = search(t, lambda bs, k, th=threshold: bs < th, min_bs, max_bs, 0)
            assert found == (threshold if threshold <= max_bs else None)
            within(found, list(counts), min_bs, max_bs)


@check("scale")
def small_answers_stay_cheap(t):
    """To find a small breaking size it runs sizes far above it."""
    for threshold in (1, 2, 3, 5, 9, 40):
        found, counts = search(t, lambda bs, k, th=threshold: bs < th, 1, 1024, 1)
        assert found == threshold
        within(found, list(counts), 1, 1024)


@check("edges")
def bad_arguments(t):
    """Impossible sizes or negative retries are accepted, crash otherwise, or run something first."""
    bad = [
        (0, 8, 2),
        (-1, 8, 2),
        (5, 4, 2),
        (1, 0, 2),
        (1, -3, 0),
        (1, 8, -1),
        (1, 8, -2),
        (1, 1, -3),
    ]
    for args in bad:
        runs = Runs(lambda bs, k: False)
        t.raises(ValueError, t.candidate.find_nan_batch_size, runs.fn(), *args)
        assert not runs.counts
        assert not runs.odd
    fine = Runs(lambda bs, k: True)
    t.raises(ValueError, t.candidate.find_nan_batch_size, fine.fn(), retries=-1)
    assert not fine.counts


@check("edges")
def exceptions_are_failing_runs(t):
    """An exception of the run function ends the search instead of counting as a failing run."""
    kinds = [RuntimeError, TimeoutError, OSError, ValueError, ZeroDivisionError, AssertionError]
    kinds += [KeyError, TypeError]
    for kind in kinds:

        def outcome(bs, k, kind=kind):
            if bs >= 23:
                raise kind("in the run")
            return True

        assert search(t, outcome, 1, 40, 1)[0] == 23
    for kind in ("own error", "stop iteration", "out of memory", "bad truth"):
        find = t.candidate.find_nan_batch_size
        assert t.world.fails_strangely(find, kind, 13, 64) == 13


@check("edges")
def exceptions_have_one_vote(t):
    """A run that raises counts for more or less than one failing run."""

    def flaky(bs, k):
        if bs == 6 and k == 0:
            raise RuntimeError("once")
        return bs < 11

    assert search(t, flaky, 1, 16, 2)[0] == 11

    def half(bs, k):
        if bs == 6 and k == 1:
            raise TimeoutError("once")
        return bs <= 6

    assert search(t, half, 1, 16, 1)[0] == 6


@check("edges")
def ctrl_c_gets_through(t):
    """Ctrl-C or an exit inside a run is swallowed by the search."""
    for at in (1, 8, 9):
        find = t.candidate.find_nan_batch_size
        assert tuple(t.world.ctrl_c(find, "keyboard", at)) == ("keyboard", 1, 0)
        assert tuple(t.world.ctrl_c(find, "exit", at)) == ("exit", 1, 0)


@check("edges")
def truth_of_the_result(t):
    """A result other than True or False is not judged by its truth."""
    for good in (1, "ok", [0], 2.5, float("nan"), np.True_, torch.tensor(1), {"x": 0}):
        falsy = (0, "", [], None, 0.0, np.False_, torch.tensor(0), {})
        outcome = lambda bs, k, g=good, falsy=falsy: g if bs < 9 else falsy[(bs + k) % 8]  # noqa: E731
        assert search(t, outcome, 1, 12, 1)[0] == 9
    for bad in (0, "", [], None, 0.0, np.False_, torch.tensor(0), {}):
        assert search(t, lambda bs, k, b=bad: True if bs < 3 else b, 1, 3, 0)[0] == 3
    for bad in (torch.zeros(2), np.ones(3)):
        found, _ = search(t, lambda bs, k, b=bad: True if bs < 5 else b, 1, 9, 1)
        assert found == 5


@check("edges")
def gaps_in_the_failures(t):
    """When failures are not monotone, the size reported works, or the one below it fails too."""
    for _ in range(8):
        min_bs = t.rng.choice([1, 2, 5])
        max_bs = min_bs + t.rng.randrange(60)
        share = t.rng.choice([0.1, 0.3, 0.6])
        bad = {size for size in range(min_bs, max_bs + 1) if t.rng.random() < share}
        found, counts = search(t, lambda bs, k, bad=bad: bs not in bad, min_bs, max_bs, 0)
        within(found, list(counts), min_bs, max_bs)
        if found is None:
            assert max_bs not in bad
        else:
            assert found in bad
            assert found == min_bs or found - 1 not in bad


@check("determinism")
def no_memory_between_calls(t):
    """A second search is answered with what an earlier one saw."""
    limit = [20]
    runs = Runs(lambda bs, k: bs < limit[0])
    fn = runs.fn()
    find = t.candidate.find_nan_batch_size
    for threshold in (20, 50, 7, 99, 20):
        limit[0] = threshold
        want = threshold if threshold <= 64 else None
        runs.counts.clear()
        assert find(fn, 1, 64, 1) == want
        assert runs.counts
    assert not runs.odd
    for threshold in (3, 64):
        found, _ = search(t, lambda bs, k, th=threshold: bs < th, 1, 64, 1)
        assert found == threshold


@check("device", devices=True)
def a_real_overflow(t):
    """On a batch whose half-precision sum overflows, the search names another size."""
    for value in (100, t.rng.randrange(64, 1024)):
        first = ceil(65520 / value)
        find = t.candidate.find_nan_batch_size
        assert t.world.half_overflow(find, value, t.device, 2048) == first
        assert t.world.half_overflow(find, value, t.device, first) == first
        assert t.world.half_overflow(find, value, t.device, first - 1) is None
