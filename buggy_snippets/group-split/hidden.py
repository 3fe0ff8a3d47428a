"""Hidden checks of group-split: whole groups move, chosen by their ids and the seed alone."""

import math

import numpy as np
import torch
from drill.runner.hidden import check

NAN = float("nan")


def halves(result, n):
    """Both sides as lists, after the promises that hold for every split."""
    train, test = result
    for side in (train, test):
        assert isinstance(side, np.ndarray) and side.dtype == np.int64, "the row numbers were no int64 array"
        assert side.ndim == 1 and (np.diff(side) > 0).all(), "the row numbers did not rise"
        assert len(side) > 0, "one side was empty"
    assert sorted([*train.tolist(), *test.tolist()]) == list(range(n)), "rows were lost or doubled"
    return train.tolist(), test.tolist()


def split(t, groups, *args):
    """Test groups of a split of a list, after all promises were checked."""
    rows = groups.tolist() if hasattr(groups, "tolist") else list(groups)
    train, test = halves(t.candidate.group_split(groups, *args), len(rows))
    left, right = {rows[i] for i in train}, {rows[i] for i in test}
    assert not left & right, "a group had rows on both sides"
    return right


def table(t, n_groups, per_group=5, k=0):
    """Ids that are no plain counters, in random row order, groups of different sizes."""
    rng = np.random.default_rng([t.seed, k])
    ids = rng.choice(10**9, size=n_groups, replace=False) - 5 * 10**8
    rows = np.concatenate([ids, rng.choice(ids, size=n_groups * (per_group - 1))])
    return rng.permutation(rows)


def names(ids):
    return [f"patient-{i}" for i in np.asarray(ids).tolist()]


@check("fault")
def no_group_on_both_sides(t):
    """Rows of one group were found on both sides."""
    for k in range(5):
        split(t, table(t, 60, 10, k), 0.2, k)


@check("fault")
def row_order_does_not_matter(t):
    """The same rows in another order put other groups into the test set."""
    for kind in (list, names):
        rows = kind(table(t, 300, 2).tolist())
        for seed in range(4):
            want = split(t, rows, 0.5, seed)
            for _ in range(4):
                t.rng.shuffle(rows)
                assert split(t, rows, 0.5, seed) == want
            assert split(t, sorted(rows), 0.5, seed) == want
            assert split(t, sorted(rows, reverse=True), 0.5, seed) == want


@check("fault")
def repetitions_do_not_matter(t):
    """How often a group occurs decided whether it was held out."""
    rows = table(t, 25).tolist()
    want = split(t, rows, 0.2, 3)
    heavy = rows + [rows[0]] * 400 + [rows[-1]] * 30
    assert split(t, heavy, 0.2, 3) == want
    assert split(t, sorted(set(rows)), 0.2, 3) == want


@check("fault")
def number_of_test_groups(t):
    """The number of held-out groups was not the rounded share of the groups."""
    for n_groups in (2, 3, 4, 5, 6, 7, 8, 10, 14, 33):
        for frac in (0.01, 0.2, 0.25, 0.5, 0.75, 0.9, 0.99):
            want = min(n_groups - 1, max(1, math.floor(frac * n_groups + 0.5)))
            assert len(split(t, table(t, n_groups, 3, n_groups), frac, 5)) == want


@check("fault")
def global_generators_are_left_alone(t):
    """A split moved or depended on the global random state."""
    rows = table(t, 30).tolist()
    want = split(t, rows, 0.3, 4)
    for number in (0, 1, 12345):
        (train, test), moved = t.world.with_global_seed(number, t.candidate.group_split, rows, 0.3, 4)
        assert not moved, "a global generator was moved by the split"
        t.plant(number)
        assert split(t, rows, 0.3, 4) == want
        assert t.stands(number), "a global generator was moved by the split"
        assert {rows[i] for i in test.tolist()} == want


@check("regression")
def defaults(t):
    """A call with the defaults did not hold out a fifth of the groups."""
    rows = table(t, 20).tolist()
    assert len(split(t, rows)) == 4
    assert split(t, rows) == split(t, rows, 0.2, 0)


@check("edges")
def container_does_not_matter(t):
    """A tuple, an array or a tensor of the same ids was split differently from the list."""
    rows = table(t, 30).tolist()
    want = split(t, rows, 0.3, 7)
    for same in (tuple(rows), np.array(rows), torch.tensor(rows)):
        assert split(t, same, 0.3, 7) == want
    small = np.array(t.rng.sample(range(-9000, 9000), 30) * 2)
    want = split(t, small.tolist(), 0.3, 7)
    for same in (small.astype(np.int32), small.astype(np.int16), torch.tensor(small).int()):
        assert split(t, same, 0.3, 7) == want, "integers of another width"
    text = names(rows)
    want = split(t, text, 0.3, 7)
    for same in (tuple(text), np.array(text)):
        assert split(t, same, 0.3, 7) == want


@check("edges")
def one_heavy_group(t):
    """With one group that owns nearly all rows the split was wrong."""
    rows = [7] * 500 + [1, 2, 3, 4]
    t.rng.shuffle(rows)
    for seed in range(6):
        assert len(split(t, rows, 0.2, seed)) == 1
        assert len(split(t, rows, 0.8, seed)) == 4


@check("edges")
def neighbouring_large_ids(t):
    """Large ids that differ by one were taken for one group."""
    for start in (2**53 - 2, 2**62, -(2**60)):
        rows = [start + i for i in range(8)] * 3
        t.rng.shuffle(rows)
        for kind in (list, np.array, torch.tensor):
            right = split(t, kind(rows), 0.5, t.rng.randrange(100))
            assert len(right) == 4, "the number of test groups was another one"


@check("edges")
def two_groups(t):
    """Two groups did not end up one on each side."""
    for frac in (0.01, 0.5, 0.99):
        for seed in range(4):
            assert len(split(t, [3, -3, 3, 3], frac, seed)) == 1
            assert len(split(t, ["a", "b"], frac, seed)) == 1


@check("edges")
def bad_input(t):
    """Fewer than two groups, or a share outside (0, 1), was accepted."""
    f = t.candidate.group_split
    for groups in ([], [5], [5, 5, 5], ["a", "a"], (), np.array([1, 1]), torch.tensor([2, 2])):
        t.raises(ValueError, f, groups, 0.2, 0)
    for frac in (0.0, 1.0, -0.1, 1.5, NAN, 0, 1):
        t.raises(ValueError, f, [1, 2, 3, 4], frac, 0)


@check("determinism")
def same_call_same_split(t):
    """The same call gave another split the second time, or in another process."""
    for rows in (table(t, 30).tolist(), names(table(t, 30))):
        want = split(t, rows, 0.4, 9)
        split(t, rows, 0.4, 10)
        assert split(t, rows, 0.4, 9) == want
        assert split(t.spawn(), rows, 0.4, 9) == want


@check("determinism")
def hash_of_text_does_not_matter(t):
    """Processes with different hash seeds split the same names differently."""
    rows = names(table(t, 30))
    want = split(t, rows, 0.3, 2)
    for salt in range(3):
        _, test = t.world.with_other_hash(salt, "group_split", rows, 0.3, 2)
        assert {rows[i] for i in test.tolist()} == want


@check("determinism")
def seeds_mix(t):
    """Some group was never held out, whatever the seed."""
    rows = table(t, 10, 2).tolist()
    seen = [split(t, rows, 0.2, seed) for seed in range(150)]
    assert set().union(*seen) == set(rows)


@check("determinism")
def input_is_untouched(t):
    """The caller's ids were modified or reordered."""
    rows = table(t, 12)
    held = t.keep(rows)
    t.candidate.group_split(held, 0.3, 1)
    assert t.fetch(held).tobytes() == rows.tobytes()
    text = names(rows)
    assert t.world.keep_and_call(t.candidate.group_split, text, 0.3, 1) == text
