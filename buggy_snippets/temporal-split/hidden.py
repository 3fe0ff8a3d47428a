"""Hidden checks of temporal-split: one threshold in time, nothing lost and nothing shared."""

import math

import numpy as np
import torch
from drill.runner.hidden import check

NAN, INF = float("nan"), float("inf")


def by_hand(times, val_frac=0.2, gap=0.0):
    """The two sides by the rule, or None where nothing is left to train on."""
    s = np.asarray(times, dtype=np.float64)
    n = len(s)
    k = min(n - 1, max(1, math.floor(val_frac * n + 0.5)))
    start = np.sort(s)[n - k]
    order = sorted(range(n), key=lambda i: (s[i], i))
    train = [i for i in order if s[i] < start - gap]
    val = [i for i in order if s[i] >= start]
    return (train, val) if train else None


def rows(side):
    array = side.numpy() if isinstance(side, torch.Tensor) else np.asarray(side)
    assert array.dtype == np.int64, "the row numbers were not int64"
    assert array.ndim == 1
    return array.tolist()


def ok(t, times, *args, given=None):
    want = by_hand(times, *args)
    given = times if given is None else given
    if want is None:
        t.raises(ValueError, t.candidate.temporal_split, given, *args)
        return None
    train, val = t.candidate.temporal_split(given, *args)
    train, val = rows(train), rows(val)
    assert not set(train) & set(val), "a row was on both sides"
    assert (train, val) == want
    return train, val


def distinct(t, n, k=0):
    """Different times, out of order."""
    rng = np.random.default_rng([t.seed, k])
    return rng.permutation(n) / 4.0 + rng.integers(-100, 100)


def tied(t, n, days, k=0):
    rng = np.random.default_rng([t.seed, k])
    return rng.integers(0, days, size=n).astype(np.float64)


@check("fault")
def file_out_of_order(t):
    """With a file that is not in time order the most recent rows were not the validation set."""
    for k in range(5):
        ok(t, distinct(t, 40, k))
    ok(t, distinct(t, 40)[::-1].copy(), 0.25)
    down = np.arange(30.0)[::-1].copy()
    ok(t, down, 0.3)


@check("fault")
def no_future_in_training(t):
    """A training row was not older than every validation row."""
    for k in range(20):
        times = tied(t, 40, 12, k)
        for gap in (0.0, 1.0):
            if by_hand(times, 0.3, gap) is None:
                continue
            train, val = t.candidate.temporal_split(times, 0.3, gap)
            assert times[rows(train)].max() < times[rows(val)].min() - gap


@check("fault")
def ties_at_the_cut(t):
    """Rows of one time stamp were divided, doubled or lost at the cut."""
    ok(t, np.array([1.0, 2, 2, 2, 2, 3]), 0.5)
    ok(t, np.array([3.0, 2, 1, 2, 2, 2]), 0.34)
    ok(t, np.array([1.0, 1, 1, 2, 2, 2]), 0.17)
    for k in range(10):
        ok(t, tied(t, 30, 5, k), 0.2)


@check("fault")
def every_row_is_used(t):
    """Without a gap some rows were on neither side, or on both."""
    for k in range(10):
        times = tied(t, 33, 9, k)
        train, val = t.candidate.temporal_split(times, 0.25)
        assert sorted(rows(train) + rows(val)) == list(range(33))


@check("fault")
def gap_is_a_time(t):
    """The gap was not a distance in time."""
    times = np.arange(40.0) / 4
    for gap in (0.25, 0.5, 1.0, 3.0, 7.25):
        ok(t, times, 0.2, gap)
        ok(t, times[::-1].copy(), 0.2, gap)
    sparse = np.arange(20.0) * 100
    ok(t, sparse, 0.2, 2.0)
    ok(t, sparse, 0.2, 150.0)


@check("edges")
def gap_exactly_met(t):
    """A row exactly one gap older than the validation period was trained on."""
    times = np.array([0.0, 5, 6, 7, 10])
    for gap in (3.0, 3, 4.0, 5.0, 4.5, 2.5):
        ok(t, times, 0.2, gap)
    shift = float(t.rng.randrange(-1000, 1000))
    ok(t, times + shift, 0.2, 3.0)


@check("edges")
def nothing_left_to_train_on(t):
    """Equal time stamps, or a gap longer than the history, did not end in an error."""
    f = t.candidate.temporal_split
    t.raises(ValueError, f, [5.0, 5.0], 0.5)
    t.raises(ValueError, f, np.full(20, 3.0))
    t.raises(ValueError, f, [1, 1, 1, 2], 0.9)
    t.raises(ValueError, f, np.arange(10.0), 0.2, 1e9)
    t.raises(ValueError, f, np.arange(10.0), 0.2, 8.0)
    ok(t, np.arange(10.0), 0.2, 7.0)


@check("edges")
def two_rows(t):
    """Two rows were not split one and one."""
    for frac in (0.01, 0.5, 0.99):
        assert ok(t, [2.0, 1.0], frac) == ([1], [0])
        assert ok(t, [-1, 7], frac) == ([0], [1])


@check("edges")
def fractions(t):
    """The number of validation rows was not the rounded share."""
    for n in (3, 5, 6, 10, 14, 37, 100):
        for frac in (0.01, 0.2, 0.25, 0.5, 0.75, 0.99):
            train, val = ok(t, distinct(t, n, n), frac)
            assert len(val) == min(n - 1, max(1, math.floor(frac * n + 0.5)))
    assert ok(t, distinct(t, 25)) == ok(t, distinct(t, 25), 0.2, 0.0)


@check("edges")
def ordered_by_time_then_row(t):
    """The row numbers did not follow time, equal times in the order of the file."""
    times = np.array([4.0, 1, 4, 1, 4, 2, 1, 9, 9, 4, 9])
    ok(t, times, 0.25)
    big = tied(t, 400, 7)
    ok(t, big, 0.2)
    ok(t, big, 0.2, 1.0)


@check("edges")
def containers(t):
    """A list, a tuple, integers or a tensor were split differently from the array."""
    times = tied(t, 24, 9)
    for given in (
        times.tolist(),
        tuple(times.tolist()),
        times.astype(np.int64),
        [int(x) for x in times],
        torch.from_numpy(times.copy()),
        torch.from_numpy(times.astype(np.int64)),
        torch.from_numpy(times.astype(np.float32)),
    ):
        ok(t, times, 0.3, 1.0, given=given)


@check("edges")
def fine_time_stamps(t):
    """Time stamps of today in seconds lost their fractions."""
    for k in range(3):
        times = 1.7e9 + distinct(t, 30, k) / 4
        ok(t, times, 0.3)
        ok(t, times, 0.3, given=torch.tensor(times))
        ok(t, times, 0.3, 0.25)


@check("edges")
def bad_input(t):
    """A bad share, gap or time stamp was accepted."""
    f, times = t.candidate.temporal_split, np.arange(10.0)
    for frac in (0.0, 1.0, -0.2, 1.2, NAN):
        t.raises(ValueError, f, times, frac)
    for gap in (-1.0, -0.001, NAN):
        t.raises(ValueError, f, times, 0.2, gap)
    for bad in (NAN, INF, -INF):
        for place in (0, 5, 9):
            spoiled = times.copy()
            spoiled[place] = bad
            t.raises(ValueError, f, spoiled)
    for few in ([], [1.0], np.array([3.0]), torch.tensor([1.0])):
        t.raises(ValueError, f, few)


@check("regression")
def agrees_with_the_rule(t):
    """On random time stamps the split differed from the rule."""
    for k in range(200):
        n = t.rng.randrange(2, 40)
        times = tied(t, n, t.rng.choice((3, 10, 1000)), k) - 5
        ok(t, times, t.rng.choice((0.1, 0.25, 0.375, 0.6)), t.rng.choice((0.0, 0.0, 1.0, 2.5)))


@check("scale", seconds=20)
def a_million_rows(t):
    """A million rows took far too long, or came out wrong."""
    n = 1_000_000
    rng = np.random.default_rng(t.seed)
    times = rng.integers(0, 5000, size=n).astype(np.float64)
    train, val = t.candidate.temporal_split(times, 0.2, 10.0)
    start = np.sort(times)[n - 200_000]
    order = np.argsort(times, kind="stable")
    assert np.array_equal(np.asarray(train), order[times[order] < start - 10.0])
    assert np.array_equal(np.asarray(val), order[times[order] >= start])


@check("determinism")
def input_and_result_stay(t):
    """The caller's time stamps were sorted in place, or the same call gave another split."""
    times = distinct(t, 50)
    held = t.keep(times)
    one = t.candidate.temporal_split(held, 0.3, 1.0)
    two = t.candidate.temporal_split(held, 0.3, 1.0)
    assert t.fetch(held).tobytes() == times.tobytes()
    assert [rows(x) for x in one] == [rows(x) for x in two]
    tensor = t.keep(torch.from_numpy(times.copy()))
    t.candidate.temporal_split(tensor, 0.3, 1.0)
    assert t.fetch(tensor).numpy().tobytes() == times.tobytes()
