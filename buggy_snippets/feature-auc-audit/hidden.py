"""Hidden checks of feature-auc-audit: ties averaged, both directions, missingness as a feature."""

import math
import operator

import numpy as np
import torch
from drill.runner.hidden import check

NAN, INF = float("nan"), float("inf")


def by_pairs(scores, labels):
    """AUC by comparing every positive row with every negative one."""
    scores = np.asarray(scores, dtype=np.float64)
    labels = np.asarray(labels, dtype=np.float64)
    seen = ~np.isnan(scores)
    pos, neg = scores[seen & (labels == 1)], scores[seen & (labels == 0)]
    if not len(pos) or not len(neg):
        return NAN
    above = (pos[:, None] > neg[None, :]).sum() + 0.5 * (pos[:, None] == neg[None, :]).sum()
    return float(above) / (len(pos) * len(neg))


def separability(column, y):
    sides = by_pairs(column, y), by_pairs(np.isnan(column), y)
    return max([max(a, 1 - a) for a in sides if not math.isnan(a)], default=0.5)


def agrees(t, scores, labels, given=None):
    want = by_pairs(scores, labels)
    got = t.candidate.auc(*(given or (scores, labels)))
    assert isinstance(got, float), "the AUC was no Python float"
    if math.isnan(want):
        assert math.isnan(got)
    else:
        assert abs(got - want) <= 1e-12


def flagged(t, X, y, *args):
    report = t.candidate.audit(X, y, *args)
    assert isinstance(report, list) and all(isinstance(row, tuple) for row in report), "no list of pairs"
    return [(operator.index(j), float(s)) for j, s in report]


def audits(t, X, y, threshold):
    """Compares columns and values; skips thresholds that a column meets to rounding."""
    want = [(j, separability(X[:, j], y)) for j in range(X.shape[1])]
    assert all(abs(s - threshold) > 1e-9 for _, s in want)
    want = {j: s for j, s in want if s > threshold}
    got = flagged(t, X, y, threshold)
    assert sorted(j for j, _ in got) == sorted(want), "other columns were reported"
    assert all(abs(s - want[j]) <= 1e-12 for j, s in got)
    assert all(a[1] >= b[1] - 1e-12 for a, b in zip(got, got[1:])), "not sorted by separability"


def sample(t, n, values=None, k=0):
    """Scores on a small grid, so that most of them are tied, and labels with both classes."""
    rng = np.random.default_rng([t.seed, k])
    scores = rng.integers(0, values, size=n) / 4.0 if values else rng.normal(size=n)
    labels = rng.integers(0, 2, size=n)
    labels[:2] = 0, 1
    return scores, labels


@check("fault")
def constant_scores(t):
    """A column that never changes had an AUC other than a half, or one that depends on the order."""
    for n in (2, 4, 9, 40):
        labels = np.arange(n) % 2
        for order in (labels, labels[::-1].copy(), np.sort(labels), np.sort(labels)[::-1].copy()):
            assert t.candidate.auc(np.full(n, 3.5), order) == 0.5
    X = np.full((30, 2), 7.0)
    assert flagged(t, X, np.arange(30) % 2, 0.5) == []


@check("fault")
def ties_are_averaged(t):
    """With equal scores the AUC was not the share of won plus half the tied pairs."""
    for k in range(30):
        agrees(t, *sample(t, t.rng.randrange(3, 60), t.rng.choice((1, 2, 3, 8)), k))


@check("fault")
def row_order_does_not_matter(t):
    """Shuffling the rows changed the AUC."""
    scores, labels = sample(t, 50, 4)
    want = t.candidate.auc(scores, labels)
    for _ in range(8):
        order = np.array(t.rng.sample(range(50), 50))
        assert abs(t.candidate.auc(scores[order], labels[order]) - want) <= 1e-12


@check("fault")
def missing_scores_are_dropped(t):
    """Rows without a score had an influence on the AUC."""
    for k in range(10):
        scores, labels = sample(t, 40, 6 if k % 2 else None, k)
        scores[np.random.default_rng(k).random(40) < 0.3] = NAN
        agrees(t, scores, labels)
    agrees(t, np.array([1.0, NAN, 2.0, NAN]), np.array([0, 1, 1, 0]))


@check("fault")
def inverse_leak_is_reported(t):
    """A feature that ranks the classes the wrong way round was not reported."""
    y = np.arange(60) % 2
    rng = np.random.default_rng(t.seed)
    X = np.column_stack([rng.normal(size=60), -y + 0.1 * rng.random(60), y + 0.1 * rng.random(60)])
    got = flagged(t, X, y)
    assert [j for j, _ in got] == [1, 2]
    assert all(s == 1.0 for _, s in got)


@check("fault")
def missingness_leak_is_reported(t):
    """A feature whose gaps give the label away was not reported."""
    y = np.arange(80) % 2
    rng = np.random.default_rng(t.seed)
    X = rng.normal(size=(80, 4))
    X[y == 1, 1] = NAN
    X[y == 0, 3] = NAN
    assert [j for j, _ in flagged(t, X, y)] == [1, 3]
    X[:, 2] = np.where(rng.random(80) < 0.5, NAN, X[:, 2])
    audits(t, X, y, 0.50123457)


@check("regression")
def perfect_and_inverse(t):
    """A perfectly separating score was not 1, or its mirror image not 0."""
    for n in (2, 5, 31):
        labels = np.array([0] * (n // 2) + [1] * (n - n // 2))
        assert t.candidate.auc(np.arange(n), labels) == 1.0
        assert t.candidate.auc(-np.arange(n), labels) == 0.0


@check("regression")
def agrees_without_ties(t):
    """On scores without ties the AUC differed from a count of pairs."""
    for k in range(20):
        agrees(t, *sample(t, t.rng.randrange(2, 80), None, k))


@check("regression")
def audits_random_tables(t):
    """On random tables other columns or values were reported than a count of pairs gives."""
    for k in range(12):
        rng = np.random.default_rng([t.seed, k])
        y = rng.integers(0, 2, size=41)
        y[:2] = 0, 1
        X = rng.normal(size=(41, 6)) + np.outer(y, rng.normal(size=6) * 2)
        X[:, :2] = np.round(X[:, :2])
        X[rng.random(X.shape) < 0.15] = NAN
        audits(t, X, y, t.rng.choice((0.51234567, 0.61234567, 0.71234567, 0.91234567)))


@check("edges")
def one_class_left(t):
    """With one class or no row left the AUC was not NaN."""
    for scores, labels in (
        ([], []),
        ([1.0, 2.0], [1, 1]),
        ([1.0, 2.0], [0, 0]),
        ([1.0, NAN, 2.0], [1, 0, 1]),
        ([NAN, NAN], [0, 1]),
        ([5.0], [1]),
    ):
        got = t.candidate.auc(np.array(scores, dtype=np.float64), np.array(labels, dtype=np.int64))
        assert isinstance(got, float) and math.isnan(got)


@check("edges")
def infinite_scores(t):
    """Infinite scores were not ranked like ordinary values."""
    agrees(t, np.array([INF, 1.0, -INF, 2.0, INF, NAN]), np.array([1, 0, 0, 1, 0, 1]))
    agrees(t, np.array([-INF, -INF, INF, 0.0]), np.array([1, 0, 1, 0]))
    X = np.array([[INF, 0.0], [-INF, 1.0], [INF, 1.0], [-INF, 0.0]])
    assert flagged(t, X, np.array([1, 0, 1, 0])) == [(0, 1.0)]


@check("edges")
def close_scores_are_no_ties(t):
    """Scores that differ only a little were taken for equal."""
    for step, base in ((2.0**-40, 1.0), (2.0**-60, 0.0), (1.0, 2.0**40)):
        scores, labels = sample(t, 30, 9)
        agrees(t, base + step * (4 * scores), labels)
    y = np.arange(20) % 2
    X = np.column_stack([1.0 + 2.0**-40 * (y + np.arange(20) / 64)])
    assert flagged(t, X, y) == [(0, 1.0)]


@check("edges")
def kinds_of_labels(t):
    """Labels as bools, floats, lists or tensors gave another AUC."""
    scores, labels = sample(t, 30, 5)
    for given in (
        (scores, labels.astype(bool)),
        (scores, labels.astype(np.float64)),
        (scores.tolist(), labels.tolist()),
        (torch.from_numpy(scores.copy()), torch.from_numpy(labels.copy())),
        (torch.from_numpy(scores.copy()).float(), torch.from_numpy(labels.copy()).bool()),
        ((scores * 4).astype(np.int64), labels),
    ):
        agrees(t, scores, labels, given)
    X = np.column_stack([scores, labels * 2.0 - scores * 0.01])
    want = flagged(t, X, labels, 0.6)
    assert [j for j, _ in want][:1] == [1]
    for y in (labels.astype(bool), labels.astype(np.float64), torch.from_numpy(labels.copy())):
        got = flagged(t, torch.from_numpy(X.copy()), y, 0.6)
        assert [j for j, _ in got] == [j for j, _ in want]
        assert all(abs(a[1] - b[1]) <= 1e-12 for a, b in zip(got, want))


@check("edges")
def threshold_is_exclusive(t):
    """A feature exactly at the threshold was reported, or one above it was not."""
    y = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    X = np.array([[0.0, 1, 2, 5, 3, 4, 6, 7], [0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 3, 4, 2, 1, 0]]).T.copy()
    value = by_pairs(X[:, 0], y)
    assert value == 0.875
    assert flagged(t, X, y, 0.875) == [(1, 1.0), (2, 0.9375)]
    assert flagged(t, X, y, 0.9375) == [(1, 1.0)]
    assert flagged(t, X, y, 0.87) == [(1, 1.0), (2, 0.9375), (0, 0.875)]
    assert flagged(t, X, y, 1.0) == []


@check("edges")
def equal_columns_in_order(t):
    """Equally suspicious features were not listed by column."""
    y = np.array([0, 0, 1, 1])
    good, weak = np.array([0.0, 1, 2, 3]), np.array([0.0, 2, 1, 3])
    X = np.column_stack([weak, good, weak, -good, good, -weak, good])
    assert flagged(t, X, y, 0.7) == [(1, 1.0), (3, 1.0), (4, 1.0), (6, 1.0), (0, 0.75), (2, 0.75), (5, 0.75)]


@check("edges")
def nearly_equal_columns_in_order(t):
    """Of features that separate almost alike, a weaker one was listed before a stronger one."""
    y, best = np.arange(200) // 100, np.arange(200.0)
    one, two = best.copy(), best.copy()
    one[99:101], two[99:102] = (100.0, 99.0), (101.0, 99.0, 100.0)
    X = np.column_stack([two, -one, best, -two, one])
    got = flagged(t, X, y)
    assert [j for j, _ in got] in ([2, 1, 4, 0, 3], [2, 4, 1, 0, 3], [2, 1, 4, 3, 0], [2, 4, 1, 3, 0])


@check("edges")
def nothing_defined(t):
    """A column without a usable value was reported, or stopped the audit."""
    y = np.arange(20) % 2
    X = np.column_stack([np.full(20, NAN), y.astype(float), np.where(np.arange(20) == 1, 3.0, NAN)])
    got = flagged(t, X, y, 0.5)
    assert [j for j, _ in got] == [1, 2]
    assert got[0][1] == 1.0 and abs(got[1][1] - separability(X[:, 2], y)) <= 1e-12


@check("edges")
def lowest_threshold(t):
    """With the lowest threshold the default or the limits were not kept."""
    y = np.arange(40) % 2
    rng = np.random.default_rng(t.seed)
    X = np.column_stack([y + 0.01 * rng.random(40), np.where(np.arange(40) < 3, 1 - y, y)])
    assert flagged(t, X, y) == flagged(t, X, y, 0.95)
    assert [j for j, _ in flagged(t, X, y, 0.5)] == [0, 1]


@check("edges")
def bad_input(t):
    """Labels other than 0 and 1, different lengths, or a bad threshold were accepted."""
    auc, audit = t.candidate.auc, t.candidate.audit
    for labels in ([0, 2, 1], [-1, 1, 1], [0.5, 0, 1], [NAN, 0, 1]):
        t.raises(ValueError, auc, [1.0, 2.0, 3.0], labels)
    t.raises(ValueError, auc, [1.0, 2.0, 3.0], [0, 1])
    t.raises(ValueError, auc, np.ones(2), np.array([0, 1, 1]))
    t.raises(ValueError, auc, np.arange(3.0)[:, None], np.array([0, 1, 1]))
    X = np.arange(6.0).reshape(3, 2)
    for threshold in (0.49, 1.01, -1.0, 2.0, NAN):
        t.raises(ValueError, audit, X, np.array([0, 1, 1]), threshold)
    for y in ([1, 1, 1], [0, 0, 0]):
        t.raises(ValueError, audit, X, np.array(y))


@check("scale", seconds=20)
def a_million_scores(t):
    """A million scores took far too long, or the AUC was wrong."""
    n = 1_000_000
    rng = np.random.default_rng(t.seed)
    labels = rng.integers(0, 2, size=n)
    scores = rng.integers(0, 200, size=n) + 10 * labels
    wins = np.bincount(scores[labels == 1], minlength=211).astype(np.float64)
    losses = np.bincount(scores[labels == 0], minlength=211).astype(np.float64)
    below = np.cumsum(losses) - losses
    want = float((wins * (below + losses / 2)).sum() / (wins.sum() * losses.sum()))
    got = t.candidate.auc(scores.astype(np.float64), labels)
    assert abs(got - want) <= 1e-10


@check("determinism")
def inputs_untouched(t):
    """The caller's table or labels were modified."""
    X = np.random.default_rng(t.seed).normal(size=(30, 3))
    X[4, 1] = NAN
    y = np.arange(30) % 2
    held = t.keep(X), t.keep(y)
    t.candidate.audit(*held, 0.6)
    assert t.fetch(held[0]).tobytes() == X.tobytes() and t.fetch(held[1]).tobytes() == y.tobytes()
    for column in (X[:, 1].copy(), torch.tensor(X[:, 0])):
        scores = t.keep(column)
        t.candidate.auc(scores, y)
        assert np.asarray(t.fetch(scores)).tobytes() == np.asarray(column).tobytes()
