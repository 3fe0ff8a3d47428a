"""Hidden checks of scaler-leak: statistics of the training rows, in float64, and nothing else."""

import numpy as np
import torch
from drill.runner.hidden import check

NAN, INF = float("nan"), float("inf")


def reference(rows):
    """Mean and standard deviation per column of the observed values, in float64."""
    mean, std = np.zeros(rows.shape[1]), np.ones(rows.shape[1])
    for j in range(rows.shape[1]):
        seen = rows[~np.isnan(rows[:, j]), j].astype(np.float64)
        if len(seen):
            mean[j] = seen.mean()
            std[j] = np.sqrt(((seen - seen.mean()) ** 2).mean())
    std[std == 0] = 1.0
    return mean, std


def scaled(rows, mean, std):
    out = (rows.astype(np.float64) - mean) / std
    return np.where(np.isnan(rows), 0.0, out).astype(np.float32)


def table(t, n=60, f=4, mean=5.0, std=3.0, missing=0.0, k=0):
    rng = np.random.default_rng([t.seed, k])
    x = rng.normal(mean, std, size=(n, f))
    x[rng.random((n, f)) < missing] = NAN
    return x


def split(t, n=60, n_test=20):
    rows = list(range(n))
    t.rng.shuffle(rows)
    return np.array(rows[n_test:], dtype=np.int64), np.array(rows[:n_test], dtype=np.int64)


def ok(t, x, train, test, given=None, atol=2e-5):
    """Runs the split and compares everything with the reference."""
    got_tr, got_te, scaler = t.candidate.split_and_scale(x if given is None else given, train, test)
    mean, std = reference(x[train])
    t.close(got_tr, scaled(x[train], mean, std), atol=atol, rtol=1e-5)
    t.close(got_te, scaled(x[test], mean, std), atol=atol, rtol=1e-5)
    got_mean, got_std = np.asarray(scaler.mean_), np.asarray(scaler.std_)
    assert got_mean.dtype == np.float64 and got_std.dtype == np.float64
    t.close(got_mean, mean, atol=1e-9, rtol=1e-9)
    t.close(got_std, std, atol=1e-9, rtol=1e-6)
    return got_tr, got_te, scaler


@check("fault")
def test_rows_do_not_matter(t):
    """Changing a value in the test rows changed the scaled training rows or the scaler."""
    x = table(t, missing=0.1)
    train, test = split(t)
    before, _, scaler = t.candidate.split_and_scale(x, train, test)
    changed = x.copy()
    changed[test] = changed[test] * -40 + 1e4
    changed[test[0]] = NAN
    after, _, other = t.candidate.split_and_scale(changed, train, test)
    assert before.tobytes() == after.tobytes()
    assert np.asarray(scaler.mean_).tobytes() == np.asarray(other.mean_).tobytes()
    assert np.asarray(scaler.std_).tobytes() == np.asarray(other.std_).tobytes()


@check("fault")
def fitted_on_training_rows(t):
    """Means and standard deviations were not those of the training rows."""
    x = table(t)
    train, test = split(t)
    x[test] += 30.0
    ok(t, x, train, test)


@check("fault")
def constant_column(t):
    """A column that never changes in training did not come out as plain zeros."""
    x = table(t)
    train, test = split(t)
    x[:, 1], x[train, 3] = 7.0, 0.0
    got, _, scaler = ok(t, x, train, test)
    assert (got[:, 1] == 0).all() and (got[:, 3] == 0).all()
    assert np.asarray(scaler.std_)[1] == 1.0 and np.asarray(scaler.std_)[3] == 1.0


@check("fault")
def missing_values_become_zero(t):
    """A missing value did not come out as exactly 0, or moved the statistics."""
    x = table(t, missing=0.25)
    train, test = split(t)
    x[test] += 50.0
    got_tr, got_te, _ = ok(t, x, train, test)
    assert (got_tr[np.isnan(x[train])] == 0).all() and (got_te[np.isnan(x[test])] == 0).all()


@check("fault")
def large_offset(t):
    """With values around a large offset the scaled data lost its digits."""
    for offset in (1e6, 1e8):
        x = table(t, mean=offset, std=1.0)
        train, test = split(t)
        got_tr, got_te, scaler = t.candidate.split_and_scale(x, train, test)
        mean, std = reference(x[train])
        t.close(np.asarray(scaler.mean_), mean, atol=1e-5, rtol=0.0)
        t.close(np.asarray(scaler.std_), std, atol=1e-5, rtol=0.0)
        t.close(got_tr, scaled(x[train], mean, std), atol=1e-4, rtol=1e-4)
        t.close(got_te, scaled(x[test], mean, std), atol=1e-4, rtol=1e-4)


@check("regression")
def plain_tables(t):
    """An ordinary table was not standardised by its training rows."""
    for k, (n, f, n_test) in enumerate([(60, 4, 20), (7, 1, 2), (33, 9, 32), (2, 3, 1)]):
        x = table(t, n, f, k=k, std=10.0 ** t.rng.randrange(-2, 3))
        train, test = split(t, n, n_test)
        got_tr, got_te, _ = ok(t, x, train, test)
        assert got_tr.dtype == np.float32 and got_te.dtype == np.float32


@check("edges")
def all_missing_column(t):
    """A column never seen in training broke the result."""
    x = table(t)
    train, test = split(t)
    x[train, 2] = NAN
    x[test[:3], 2] = NAN
    got, _, scaler = ok(t, x, train, test)
    assert (got[:, 2] == 0).all()
    assert np.asarray(scaler.mean_)[2] == 0.0 and np.asarray(scaler.std_)[2] == 1.0


@check("edges")
def tiny_spread_is_not_constant(t):
    """A column whose values differ only a little was treated as one that never changes."""
    x = table(t)
    x[:, 1] *= 1e-9
    train, test = split(t)
    got, _, scaler = t.candidate.split_and_scale(x, train, test)
    mean, std = reference(x[train])
    t.close(got, scaled(x[train], mean, std), atol=2e-5, rtol=1e-5)
    t.close(np.asarray(scaler.std_), std, atol=0.0, rtol=1e-6)


@check("edges")
def infinite_test_value(t):
    """An infinite value in a test row stopped the fit or reached the training rows."""
    x = table(t)
    train, test = split(t)
    want, _, _ = t.candidate.split_and_scale(x, train, test)
    for bad in (INF, -INF):
        x[test[0], 1] = bad
        got, rest, scaler = t.candidate.split_and_scale(x, train, test)
        assert got.tobytes() == want.tobytes()
        mean, std = reference(x[train])
        t.close(rest[1:], scaled(x[test[1:]], mean, std), atol=2e-5, rtol=1e-5)
        t.close(np.asarray(scaler.mean_), mean, atol=1e-9, rtol=1e-9)


@check("edges")
def one_training_row(t):
    """A single training row was not handled."""
    x = np.array([[4.0, -2.0, NAN], [6.0, 1.0, 3.0], [NAN, -2.0, 5.0]])
    got, _, _ = ok(t, x, np.array([0]), np.array([2, 1]))
    assert (got == 0).all()


@check("edges")
def empty_test(t):
    """Without test rows the result was not an empty table of the same width."""
    x = table(t)
    train, _ = split(t)
    _, got, _ = ok(t, x, train, np.array([], dtype=np.int64))
    assert got.shape == (0, 4) and got.dtype == np.float32


@check("edges")
def order_is_kept(t):
    """Rows did not come back in the order of the indices."""
    x = table(t)
    train, test = split(t)
    ok(t, x, train[::-1].copy(), test[::-1].copy())
    got_tr, got_te, _ = t.candidate.split_and_scale(x, [5, 3, 9, 0], [8, 1])
    mean, std = reference(x[[5, 3, 9, 0]])
    t.close(got_tr, scaled(x[[5, 3, 9, 0]], mean, std), atol=2e-5)
    t.close(got_te, scaled(x[[8, 1]], mean, std), atol=2e-5)


@check("edges")
def bootstrap_duplicates(t):
    """Training rows drawn more than once were dropped, refused or counted once."""
    x = table(t, missing=0.1)
    ok(t, x, np.array([3, 3, 3, 7, 12, 7, 40]), np.array([1, 2]))


@check("edges")
def rows_in_neither_side(t):
    """Rows that belong to neither side had an influence."""
    x = table(t)
    x[20:40] = 1e5
    ok(t, x, np.arange(20), np.arange(40, 60))


@check("edges")
def integer_tables(t):
    """Integers were not scaled like numbers."""
    x = np.random.default_rng(t.seed).integers(-1000, 1000, size=(40, 3))
    train, test = split(t, 40, 10)
    ok(t, x.astype(np.float64), train, test, given=x)
    ok(t, x.astype(np.float64), train, test, given=torch.from_numpy(x.copy()))


@check("edges")
def tensor_tables(t):
    """A torch tensor was not handled like the same array."""
    x = table(t, missing=0.1)
    train, test = split(t)
    got_tr, got_te, _ = ok(t, x, train, test, given=torch.from_numpy(x.copy()))
    assert isinstance(got_tr, np.ndarray) and isinstance(got_te, np.ndarray)
    single = x.astype(np.float32)
    ok(t, single.astype(np.float64), train, test, given=torch.from_numpy(single.copy()))


@check("edges")
def bad_rows(t):
    """Overlapping, empty or impossible row numbers were accepted."""
    x = table(t, 10, 2)
    f = t.candidate.split_and_scale
    none = np.array([], dtype=np.int64)
    for train, test in (
        (np.array([0, 1, 2]), np.array([2, 3])),
        (np.array([4, 4]), np.array([4])),
        (none, np.array([1])),
        (none, none),
        (np.array([0, 10]), np.array([1])),
        (np.array([0, 1]), np.array([2, 10])),
        (np.array([0, -1]), np.array([1])),
        (np.array([0, 1]), np.array([-2])),
    ):
        t.raises(ValueError, f, x, train, test)


@check("edges")
def bad_tables(t):
    """A table that is not two-dimensional, or infinite training values, were accepted."""
    f, rows = t.candidate.split_and_scale, (np.array([0, 1]), np.array([2]))
    t.raises(ValueError, f, np.arange(5.0), *rows)
    t.raises(ValueError, f, np.zeros((4, 2, 2)), *rows)
    for bad in (INF, -INF):
        x = table(t, 10, 2)
        x[1, 1] = bad
        t.raises(ValueError, f, x, *rows)


@check("edges")
def misuse_of_the_class(t):
    """transform() before fit(), or with another number of columns, was accepted."""
    x = table(t, 10, 3)
    t.raises(RuntimeError, t.candidate.Standardizer().transform, x)
    fitted = t.candidate.Standardizer().fit(x)
    t.raises(ValueError, fitted.transform, x[:, :2])
    t.raises(ValueError, fitted.transform, np.ones((4, 1)))
    t.raises(ValueError, fitted.transform, np.ones((4, 4)))


@check("regression")
def class_alone(t):
    """fit() and transform() of the class alone were wrong."""
    x, new = table(t, 30, 3, missing=0.2), table(t, 5, 3, mean=-4.0, k=1)
    new[0, 0] = NAN
    scaler = t.call_kept(t.candidate.Standardizer)
    fitted = t.call_kept(scaler.fit, x)
    assert t.same(fitted, scaler)
    mean, std = reference(x)
    for rows in (x, new, new[:0]):
        got = scaler.transform(rows)
        assert isinstance(got, np.ndarray) and got.dtype == np.float32
        t.close(got, scaled(rows, mean, std), atol=2e-5)
    scaler.fit(new)
    t.close(np.asarray(scaler.mean_), reference(new)[0], atol=1e-9)


@check("regression")
def returned_scaler_goes_on(t):
    """The scaler that came back scaled new rows differently."""
    x = table(t)
    train, test = split(t)
    _, _, scaler = t.candidate.split_and_scale(x, train, test)
    new = table(t, 6, 4, k=5)
    new[2, 1] = NAN
    t.close(scaler.transform(new), scaled(new, *reference(x[train])), atol=2e-5)


@check("determinism")
def inputs_untouched(t):
    """The caller's table or row numbers were modified."""
    x = table(t, missing=0.2)
    train, test = split(t)
    kept = [t.keep(x), t.keep(train), t.keep(test)]
    t.candidate.split_and_scale(*kept)
    for handle, old in zip(kept, (x, train, test)):
        assert t.fetch(handle).tobytes() == old.tobytes()
    tensor = t.keep(torch.from_numpy(x.copy()))
    t.candidate.split_and_scale(tensor, train, test)
    assert t.fetch(tensor).numpy().tobytes() == x.tobytes()
    held = t.keep(x)
    t.candidate.Standardizer().fit(held).transform(held)
    assert t.fetch(held).tobytes() == x.tobytes()


@check("determinism")
def same_call_same_result(t):
    """Two equal calls gave different results."""
    x = table(t, missing=0.1)
    train, test = split(t)
    one, two = (t.candidate.split_and_scale(x, train, test) for _ in range(2))
    assert one[0].tobytes() == two[0].tobytes() and one[1].tobytes() == two[1].tobytes()
