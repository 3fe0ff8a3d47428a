"""Hidden checks of psi-empty-bins: quantile bins of the reference, open ends, floored shares."""

import math

import numpy as np
import torch
from drill.runner.hidden import check

NAN, INF = float("nan"), float("inf")
# Sizes for which no quantile falls on a data point: 997, 211 and 100003 share no factor with the bins used.
SIZES = (998, 212)


def reference(expected, actual, bins=10, eps=1e-4):
    e = np.asarray(expected, dtype=np.float64).ravel()
    a = np.asarray(actual, dtype=np.float64).ravel()
    e, a = np.sort(e[np.isfinite(e)]), a[np.isfinite(a)]
    edges = []
    for k in range(1, bins):
        place = (len(e) - 1) * k / bins
        low = min(int(math.floor(place)), len(e) - 1)
        high = min(low + 1, len(e) - 1)
        edges.append(e[low] + (e[high] - e[low]) * (place - low))
    edges = np.unique(edges)
    p = np.bincount(np.searchsorted(edges, e, side="right"), minlength=len(edges) + 1) / len(e)
    q = np.bincount(np.searchsorted(edges, a, side="right"), minlength=len(edges) + 1) / len(a)
    p, q = np.maximum(p, eps), np.maximum(q, eps)
    return float(((q - p) * np.log(q / p)).sum())


def normal(t, n, mean=0.0, std=1.0, k=0):
    return np.random.default_rng([t.seed, k]).normal(mean, std, size=n)


def whole(t, n, low, high, k=0):
    return np.random.default_rng([t.seed, k]).integers(low, high, size=n)


def ok(t, expected, actual, *args, given=None):
    want = reference(expected, actual, *args)
    got = t.candidate.psi(*(given or (expected, actual)), *args)
    assert isinstance(got, float), "the answer was no Python float"
    assert math.isfinite(got)
    assert abs(got - want) <= 1e-7 * max(1.0, abs(want))
    return got


@check("fault")
def empty_live_bins(t):
    """A bin without live values made the PSI infinite or nan, or counted for nothing."""
    for k, n in enumerate(SIZES):
        for size in (3, 7, 20):
            ok(t, normal(t, n, k=k), normal(t, size, 2.0, 0.1, k + 9))
    ok(t, normal(t, 998), np.full(50, 0.3))


@check("fault")
def out_of_range_values_count(t):
    """Live values beyond the reference's range were in no bin."""
    expected = normal(t, 998)
    for far in (123.0, -50.0, 1e6):
        live = normal(t, 60, k=1)
        live[::2] = far
        ok(t, expected, live)
        ok(t, expected, np.full(40, far))


@check("fault")
def how_far_out_does_not_matter(t):
    """The PSI depended on how far beyond the last edge a value lay."""
    expected = normal(t, 998)
    near, far = np.full(30, 99.0), np.full(30, 123.0)
    assert ok(t, expected, near) == ok(t, expected, far)
    assert ok(t, expected, -near) == ok(t, expected, -far)


@check("fault")
def bins_follow_the_reference(t):
    """For a skewed reference the bins did not hold equal shares of it."""
    for k, n in enumerate(SIZES):
        skewed = np.exp(normal(t, n, k=k) * 2)
        ok(t, skewed, np.exp(normal(t, 300, 0.5, 1.5, k + 5)))
        ok(t, skewed, skewed[: n // 2])


@check("fault")
def edges_come_from_the_reference_only(t):
    """Exchanging the two samples, or adding live values, moved the bins."""
    one, two = normal(t, 998), normal(t, 212, 1.0, 2.0, 1)
    ok(t, one, two)
    ok(t, two, one)
    ok(t, one, np.concatenate([two, np.full(2000, 40.0)]))


@check("regression")
def same_sample_is_zero(t):
    """A sample compared with itself did not give exactly 0."""
    for sample in (normal(t, 998), normal(t, 50), np.array([1.0, 1, 2, 5]), np.array([3.0])):
        for bins in (2, 10):
            assert t.candidate.psi(sample, sample, bins) == 0.0
    shuffled = normal(t, 212)
    assert t.candidate.psi(shuffled, shuffled[::-1].copy()) == 0.0


@check("regression")
def same_distribution_and_shift(t):
    """Two samples of one distribution, or a shifted one, got another PSI than the definition."""
    small = ok(t, normal(t, 998), normal(t, 5000, k=1))
    assert small < 0.1
    for shift in (0.25, 1.0, 3.0):
        ok(t, normal(t, 998), normal(t, 998, shift, k=2))
    ok(t, normal(t, 212, 50, 20), normal(t, 77, 50, 40, k=3))


@check("edges")
def large_offset(t):
    """Values around a large number lost their digits."""
    ok(t, normal(t, 998, 1e8), normal(t, 212, 1e8 + 0.5, k=1))


@check("edges")
def number_of_bins(t):
    """Another number of bins was not used."""
    expected, actual = normal(t, 998), normal(t, 212, 0.5, 1.3, 1)
    seen = {round(ok(t, expected, actual, bins), 9) for bins in (2, 3, 4, 5, 7, 20, 50)}
    assert len(seen) == 7


@check("edges")
def floor_of_the_shares(t):
    """Shares were not floored at eps: added, renormalised or only replaced where empty."""
    expected, actual = normal(t, 998), normal(t, 40, 1.5, 0.5, 1)
    for eps in (1e-8, 1e-4, 1e-2, 0.12):
        ok(t, expected, actual, 10, eps)
    ok(t, expected, normal(t, 40, 3.0, 0.1, 2), 20, 0.06)
    ok(t, np.array([1.0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9]), np.array([9.0, 1.0]), 4, 0.2)


@check("edges")
def values_on_an_edge(t):
    """A value equal to an edge was not put into the upper bin."""
    for k, n in enumerate(SIZES):
        ok(t, whole(t, n, 0, 6, k), whole(t, 90, 1, 9, k + 3))
        ok(t, whole(t, n, 0, 40, k), whole(t, 90, -5, 30, k + 3))
    ok(t, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1], [0, 1, 1], 2)
    ok(t, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 1, 2], 2)


@check("edges")
def mostly_one_value(t):
    """A reference in which most values are equal was not handled."""
    expected = np.where(np.arange(998) % 50 == 0, whole(t, 998, 1, 9), 0)
    ok(t, expected, np.where(np.arange(100) % 3 == 0, 4, 0))
    ok(t, expected, -np.ones(20))


@check("edges")
def constant_reference(t):
    """A constant reference was not handled."""
    expected = np.full(212, 4.0)
    assert ok(t, expected, np.full(9, 4.0)) == 0.0
    ok(t, expected, np.array([4.0, 5.0, 6.0]))
    ok(t, expected, np.array([3.0, 4.0, 5.0]))
    ok(t, expected, np.array([3.0]))


@check("edges")
def single_values(t):
    """One single value on a side was not handled."""
    ok(t, [2.0], [2.0])
    ok(t, [2.0], [1.0])
    ok(t, [2.0], [3.0, 1.0])
    ok(t, normal(t, 998), [0.1])


@check("edges")
def non_finite_values_are_dropped(t):
    """NaN or infinite values had an influence."""
    expected, actual = normal(t, 998), normal(t, 60, 0.4, k=1)
    holes = np.concatenate([[NAN, INF], expected, [-INF, NAN]])
    live = np.concatenate([[INF, INF, NAN], actual, [-INF]])
    ok(t, holes, live)
    assert t.candidate.psi(holes, live) == t.candidate.psi(expected, actual)


@check("edges")
def bad_input(t):
    """An empty side, or fewer than two bins, was accepted."""
    psi, some = t.candidate.psi, [1.0, 2.0, 3.0]
    for empty in ([], [NAN, NAN], np.array([INF, -INF]), np.zeros((0, 3)), torch.zeros(0)):
        t.raises(ValueError, psi, empty, some)
        t.raises(ValueError, psi, some, empty)
    for bins in (1, 0, -3):
        t.raises(ValueError, psi, some, some, bins)


@check("edges")
def shapes_and_lists(t):
    """Lists, or arrays of other shapes, gave another PSI."""
    expected, actual = normal(t, 998), normal(t, 60, 0.4, k=1)
    for given in (
        (expected.tolist(), actual.tolist()),
        (expected.reshape(2, 499), actual.reshape(3, 4, 5)),
        (expected.reshape(499, 2).T, actual.tolist()),
        (torch.from_numpy(expected.reshape(2, 499).copy()), actual),
    ):
        ok(t, expected, actual, given=given)


@check("device", devices=True)
def tensors(t):
    """Tensors on this device gave another PSI than the same arrays."""
    expected, actual = normal(t, 998), normal(t, 60, 0.4, k=1)
    e, a = (torch.from_numpy(x.copy()).to(t.device) for x in (expected, actual))
    ok(t, expected, actual, given=(e, a))
    ok(t, expected + 1e8, actual + 1e8, given=(e + 1e8, a + 1e8))
    e, a = e.float(), a.float()
    ok(t, e.double().cpu().numpy(), a.double().cpu().numpy(), given=(e, a))
    e, a = torch.from_numpy(whole(t, 212, 0, 9)), torch.from_numpy(whole(t, 60, 2, 12))
    ok(t, e.numpy(), a.numpy(), given=(e.to(t.device), a.to(t.device)))


@check("scale", seconds=10)
def large_samples(t):
    """Four hundred thousand values took far too long, or gave another PSI."""
    ok(t, normal(t, 100_004), normal(t, 400_000, 0.2, k=1))


@check("determinism")
def inputs_untouched(t):
    """The caller's samples were sorted or changed, or the same call gave another value."""
    expected, actual = normal(t, 212), normal(t, 60, k=1)
    expected[5] = NAN
    held = t.keep(expected), t.keep(actual)
    assert t.candidate.psi(*held) == t.candidate.psi(*held)
    assert t.fetch(held[0]).tobytes() == expected.tobytes()
    assert t.fetch(held[1]).tobytes() == actual.tobytes()
