"""Hidden checks of nan-batch-search: the boundary, the vote, the sizes tried, the odd failures."""

from itertools import product
from math import ceil, log2

import numpy as np
import torch

from drill.runner.hidden import check


class Runs:
    """A run function of the judge with a rule per size and run, and what it was called with."""

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
    """One search with the run function on the judge's side."""
    runs = Runs(outcome)
    found = t.candidate.find_nan_batch_size(runs.fn(), *args, **kwargs)
    assert not runs.odd, "run_fn was not called with exactly one Python int"
    assert found is None or type(found) is int
    return found, runs.counts


def rule(kind, size, how):
    """The same as world.outcome_of, for run functions that stay with the judge."""
    if kind == "from":
        return lambda bs, k: bs < size
    if kind == "at":
        return lambda bs, k: bs < size or (bs == size and how[k % len(how)] == "T")
    if kind == "recovers":
        return lambda bs, k: bs < size or k >= how
    if kind == "wears out":
        return lambda bs, k: bs < size and k < how
    return lambda bs, k: how[bs - size] == "T"


def play(t, cases, again=1):
    """Many searches beside the candidate's code; some once more with run functions of the judge."""
    told = t.world.play(t.candidate.find_nan_batch_size, cases).tolist()
    answers = []
    at = 0
    for _ in cases:
        found, odd, sizes = told[at : at + 3]
        at += 3
        counts = dict(zip(told[at : at + sizes], told[at + sizes : at + 2 * sizes], strict=True))
        at += 2 * sizes
        assert not odd, "run_fn was not called with exactly one Python int"
        answers.append((found or None, counts))
    assert at == len(told)
    for k in t.rng.sample(range(len(cases)), again):
        kind, size, how, *args = cases[k]
        answers[k] = search(t, rule(kind, size, how), *args)
    return answers


def letters(script):
    return "".join("FT"[fine] for fine in script)


def scripts(n):
    return [letters(script) for script in product([True, False], repeat=n)]


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
    assert search(t, lambda bs, k: bs < 700, max_bs=1000, retries=0)[0] == 700
    cases = [
        ("from", threshold, 0, 1, max_bs, 0)
        for max_bs in (1000, 700, 701, 513, 1023)
        for threshold in sorted({513, 600, 699, 700, max_bs})
        if threshold <= max_bs
    ]
    for (_, size, _, _, max_bs, _), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == size
        within(found, counts, 1, max_bs)


@check("fault")
def every_boundary(t):
    """For some range and some breaking size the search names another size."""
    ranges = [(1, 1), (1, 2), (1, 7), (1, 16), (1, 17), (1, 23), (1, 31), (3, 50), (5, 5), (8, 65), (13, 21)]
    cases = [
        ("from", threshold, 0, min_bs, max_bs, 0)
        for min_bs, max_bs in ranges
        for threshold in range(min_bs, max_bs + 2)
    ]
    for (_, size, _, min_bs, max_bs, _), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == (size if size <= max_bs else None)
        within(found, counts, min_bs, max_bs)
        assert set(counts.values()) == {1}, "with no retries a size was run more than once"


@check("fault")
def a_tie_fails(t):
    """When half of the runs of a size fail, the answer depends on their order, or the size passes."""
    cases = [
        ("at", size, script, 1, 8, retries)
        for retries in (1, 3)
        for script in scripts(retries + 1)
        if script.count("T") * 2 == retries + 1
        for size in (1, 6)
    ]
    for (_, size, *_, retries), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == size
        assert max(counts.values()) <= retries + 1


@check("fault")
def one_vote_per_size(t):
    """A size that failed its vote is asked again, and a later success changes the answer."""
    cases = [
        ("recovers", threshold, retries + 1, 1, max_bs, retries)
        for retries in (0, 1, 2, 3)
        for threshold, max_bs in ((700, 1024), (1, 9), (9, 9), (64, 64), (65, 100))
    ]
    for (_, size, *_, retries), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == size
        assert max(counts.values()) <= retries + 1


@check("edges")
def a_pass_is_not_asked_again(t):
    """A size that passed its vote is run again later."""
    cases = [
        ("wears out", threshold, retries + 1, 1, 100, retries)
        for retries in (0, 2)
        for threshold in (33, 48, 100, 101)
    ]
    for (_, size, *_, retries), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == (size if size <= 100 else None)
        assert max(counts.values()) <= retries + 1


@check("edges")
def majority_of_three(t):
    """With three runs a size does not pass exactly when at least two succeed."""
    cases = [("at", at, script, 1, 8, 2) for script in scripts(3) for at in (1, 5, 8)]
    for (_, at, script, *_), (found, counts) in zip(cases, play(t, cases), strict=True):
        passes = script.count("T") >= 2
        assert found == (at if not passes else (at + 1 if at < 8 else None))
        assert max(counts.values()) <= 3


@check("edges")
def strict_majority(t):
    """A size passes without more than half of its runs succeeding, or fails although they do."""
    cases = [
        ("at", 7, script, 7, 7, retries)
        for retries in (0, 1, 2, 3, 4)
        for script in scripts(retries + 1)
    ]
    for (_, _, script, *_), (found, counts) in zip(cases, play(t, cases, 3), strict=True):
        assert found == (None if 2 * script.count("T") > len(script) else 7)
        assert list(counts) == [7]
        assert counts[7] <= len(script)


@check("edges")
def majority_of_many(t):
    """With many runs a size it does not count them all, or a tie passes."""
    cases = []
    for n in (6, 12, 101, 300):
        for fine in (n // 2, n // 2 + 1):
            for script in ("F" * (n - fine) + "T" * fine, "T" * fine + "F" * (n - fine)):
                cases.append(("at", 7, script, 7, 7, n - 1))
    for (_, _, script, *_), (found, counts) in zip(cases, play(t, cases, 0), strict=True):
        assert found == (None if 2 * script.count("T") > len(script) else 7)
        assert counts[7] <= len(script)


@check("regression")
def nothing_fails(t):
    """A model that never breaks is not answered with None, or the largest size was not tried."""
    ranges = ((1, 1), (1, 2), (1, 1000), (1, 1024), (6, 6), (7, 1000))
    cases = [("from", 2**60, 0, *both, 2) for both in ranges]
    for (*_, min_bs, max_bs, _), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found is None
        within(found, counts, min_bs, max_bs)


@check("regression")
def everything_fails(t):
    """A model that always breaks is not answered with the smallest size."""
    cases = [("from", 0, 0, *both, 2) for both in ((1, 1), (1, 1024), (6, 6), (7, 1000))]
    for (*_, min_bs, max_bs, _), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == min_bs
        within(found, counts, min_bs, max_bs)


@check("regression")
def defaults(t):
    """Called with the run function alone it does not search 1 to 1024 with three runs a size."""
    found, counts = search(t, lambda bs, k: True)
    assert found is None
    within(found, counts, 1, 1024)
    assert max(counts.values()) <= 3
    cases = [("at", 1024, "FTF"), ("at", 300, "TFT"), ("from", 0, 0)]
    assert [found for found, _ in play(t, cases)] == [1024, 301, 1]


@check("scale")
def large_ranges(t):
    """A large range takes too many sizes, or sizes far above the answer."""
    cases = []
    for min_bs, max_bs in ((1, 10**6), (3, 10**9 + 7), (1000, 10**6), (2**20 - 1, 2**21)):
        picks = [min_bs, min_bs + 1, max_bs, max_bs - 1, max_bs + 1]
        picks += [t.rng.randrange(min_bs, max_bs + 1) for _ in range(4)]
        cases += [("from", threshold, 0, min_bs, max_bs, 0) for threshold in picks]
    for (_, size, _, min_bs, max_bs, _), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == (size if size <= max_bs else None)
        within(found, counts, min_bs, max_bs)


@check("scale")
def small_answers_stay_cheap(t):
    """To find a small breaking size it runs sizes far above it."""
    cases = [("from", threshold, 0, 1, 1024, 1) for threshold in (1, 2, 3, 5, 9, 40)]
    for (_, size, *_), (found, counts) in zip(cases, play(t, cases), strict=True):
        assert found == size
        within(found, counts, 1, 1024)


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
    kinds = (RuntimeError, TimeoutError, OSError, ValueError, ZeroDivisionError, KeyError, TypeError)
    for kind in kinds:

        def outcome(bs, k, kind=kind):
            if bs >= 3:
                raise kind("in the run")
            return True

        assert search(t, outcome, 1, 4, 0)[0] == 3
    for kind in ("own error", "stop iteration", "out of memory", "bad truth"):
        find = t.candidate.find_nan_batch_size
        assert t.world.fails_strangely(find, kind, 13, 64) == 13
    for kind in (StopIteration, MemoryError, StopAsyncIteration, EOFError):
        limit = t.rng.randint(2, 30)

        def run_fn(bs, kind=kind, limit=limit):
            if bs >= limit:
                raise kind
            return True

        assert t.candidate.find_nan_batch_size(run_fn, 1, 40, 0) == limit


@check("edges")
def exceptions_have_one_vote(t):
    """A run that raises counts for more or less than one failing run."""

    def flaky(bs, k):
        if bs < 11 and k == bs % 3:
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
        assert tuple(t.world.ctrl_c(find, "truth", at)) == ("keyboard", 1, 0)
        for kind in (KeyboardInterrupt, SystemExit):
            runs = []

            def run_fn(bs, kind=kind, runs=runs, at=at):
                runs.append(bs)
                if bs >= at:
                    raise kind
                return True

            t.raises(kind, find, run_fn, 1, 20, 0)
            assert sum(bs >= at for bs in runs) == 1


@check("edges")
def truth_of_the_result(t):
    """A result other than True or False is not judged by its truth."""
    goods = (1, "ok", [0], 2.5, float("nan"), np.True_, torch.tensor(1), {"x": 0})
    bads = (0, "", [], None, 0.0, np.False_, torch.tensor(0), {})
    find = t.candidate.find_nan_batch_size
    assert t.world.values(find, goods, bads, 5, 9, 0) == [5] * (len(goods) * len(bads))
    for bad in (torch.zeros(2), np.ones(3)):
        assert search(t, lambda bs, k, bad=bad: True if bs < 3 else bad, 1, 4, 0)[0] == 3
    at = t.rng.randrange(8)
    assert search(t, lambda bs, k: goods[at] if bs < 3 else bads[at], 1, 4, 0)[0] == 3


@check("edges")
def gaps_in_the_failures(t):
    """When failures are not monotone, the size reported works, or the one below it fails too."""
    cases = []
    for _ in range(25):
        min_bs = t.rng.choice([1, 2, 5])
        max_bs = min_bs + t.rng.randrange(60)
        share = t.rng.choice([0.1, 0.3, 0.6])
        fine = letters(t.rng.random() >= share for _ in range(min_bs, max_bs + 1))
        cases.append(("sizes", min_bs, fine, min_bs, max_bs, 0))
    for case, (found, counts) in zip(cases, play(t, cases), strict=True):
        _, _, fine, min_bs, max_bs, _ = case
        within(found, counts, min_bs, max_bs)
        if found is None:
            assert fine[-1] == "T"
        else:
            assert fine[found - min_bs] == "F"
            assert found == min_bs or fine[found - min_bs - 1] == "T"


@check("determinism")
def no_memory_between_calls(t):
    """A second search is answered with what an earlier one saw."""
    limit = [20]
    runs = Runs(lambda bs, k: bs < limit[0])
    fn = runs.fn()
    find = t.candidate.find_nan_batch_size
    for threshold in (5, 8, 3, 9, 5):
        limit[0] = threshold
        runs.counts.clear()
        assert find(fn, 1, 8, 0) == (threshold if threshold <= 8 else None)
        assert runs.counts
    assert not runs.odd
    for first, then in ((5, 9), (40, 3)):
        assert tuple(t.world.changes_its_mind(find, first, then)) == (first, then)
    cases = [("from", threshold, 0, 1, 64, 1) for threshold in (3, 64, 65, 3)]
    assert [found for found, _ in play(t, cases)] == [3, 64, None, 3]


@check("device", devices=True)
def a_real_overflow(t):
    """On a batch whose half-precision sum overflows, the search names another size."""
    for value in (100, t.rng.randrange(64, 1024)):
        first = ceil(65520 / value)
        find = t.candidate.find_nan_batch_size
        assert t.world.half_overflow(find, value, t.device, 2048) == first
        assert t.world.half_overflow(find, value, t.device, first) == first
        assert t.world.half_overflow(find, value, t.device, first - 1) is None
