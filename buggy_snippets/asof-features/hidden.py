"""Hidden checks of asof-features: nothing at or after the query's time, nothing of another user."""

import numpy as np
from drill.runner.hidden import check

NAN = float("nan")


def last_by_hand(eu, et, qu, qt):
    out = np.full(len(qu), NAN)
    for i in range(len(qu)):
        past = et[(eu == qu[i]) & (et < qt[i])]
        if len(past):
            out[i] = qt[i] - past.max()
    return out


def count_by_hand(eu, et, qu, qt, window):
    out = np.zeros(len(qu), dtype=np.int64)
    for i in range(len(qu)):
        out[i] = ((eu == qu[i]) & (et < qt[i]) & (et >= qt[i] - window)).sum()
    return out


def data(t, events=40, queries=25, users=6, days=20, k=0):
    """Times on a grid of quarter days, so that equal times are common and differences exact."""
    rng = np.random.default_rng([t.seed, k])
    ids = rng.integers(-50, 50, size=users)
    return (
        rng.choice(ids, size=events),
        rng.integers(0, days * 4, size=events) / 4.0,
        rng.choice(np.append(ids, 999), size=queries),
        rng.integers(-4, days * 4 + 8, size=queries) / 4.0,
    )


def ok_last(t, *args):
    got = t.candidate.days_since_last(*args)
    assert isinstance(got, np.ndarray) and got.dtype == np.float64, "days were no float64 array"
    want = last_by_hand(*args)
    assert got.shape == want.shape and np.array_equal(got, want, equal_nan=True)


def ok_count(t, *args):
    got = t.candidate.count_before(*args)
    assert isinstance(got, np.ndarray) and got.dtype == np.int64, "counts were no int64 array"
    want = count_by_hand(*args)
    assert got.shape == want.shape and np.array_equal(got, want)


def ints(*values):
    return np.array(values, dtype=np.int64)


def floats(*values):
    return np.array(values, dtype=np.float64)


@check("fault")
def later_events_change_nothing(t):
    """Events at or after a query's time changed its value."""
    for k in range(10):
        eu, et, qu, qt = data(t, k=k)
        now = 10.0
        qt = np.full(len(qu), now)
        before = t.candidate.days_since_last(eu, et, qu, qt)
        counts = t.candidate.count_before(eu, et, qu, qt, 5.0)
        past = et < now
        users, times = eu.copy(), et.copy()
        times[~past] += t.rng.randrange(1, 40)
        for other in ((eu[past], et[past]), (users, times), (np.append(eu, qu), np.append(et, qt))):
            assert np.array_equal(t.candidate.days_since_last(*other, qu, qt), before, equal_nan=True)
            assert np.array_equal(t.candidate.count_before(*other, qu, qt, 5.0), counts)


@check("fault")
def event_at_the_query(t):
    """The event that happens at the very time of the query was used."""
    now = float(t.rng.randrange(5, 50))
    ok_last(t, ints(1, 1, 2), floats(now - 3, now, now), ints(1, 2), floats(now, now))
    ok_count(t, ints(1, 1, 2), floats(now - 3, now, now), ints(1, 2), floats(now, now), 100.0)


@check("fault")
def last_event_before_the_query(t):
    """The last event of all was used instead of the last one before the query."""
    ok_last(t, ints(1, 1, 1, 1), floats(2, 5, 9, 30), ints(1, 1, 1, 1), floats(3, 9, 12, 31))


@check("fault")
def no_earlier_event_is_nan(t):
    """A query before the user's first event got a number."""
    ok_last(t, ints(1, 1, 2), floats(8, 9, 1), ints(1, 1, 3), floats(4, 8, 9))
    ok_count(t, ints(1, 1, 2), floats(8, 9, 1), ints(1, 1, 3), floats(4, 8, 9), 50.0)


@check("fault")
def events_in_any_order(t):
    """Shuffling the event table changed the features."""
    eu, et, qu, qt = data(t)
    for _ in range(4):
        order = np.array(t.rng.sample(range(len(eu)), len(eu)))
        ok_last(t, eu[order], et[order], qu, qt)
        ok_count(t, eu[order], et[order], qu, qt, 3.5)
    down = np.argsort(-et, kind="stable")
    ok_last(t, eu[down], et[down], qu, qt)
    ok_count(t, eu[down], et[down], qu, qt, 3.5)


@check("regression")
def agrees_with_brute_force(t):
    """On random tables the features differed from a count by hand."""
    for k in range(100):
        events, queries = t.rng.randrange(1, 40), t.rng.randrange(1, 20)
        args = data(t, events, queries, t.rng.randrange(1, 7), t.rng.randrange(2, 20), k)
        ok_last(t, *args)
        ok_count(t, *args, t.rng.choice((0.25, 1.0, 2.5, 7.0, 100.0)))


@check("edges")
def window_start_belongs_to_it(t):
    """An event exactly at the start of the window was left out, or one before it counted."""
    now = float(t.rng.randrange(20, 60))
    eu = ints(5, 5, 5, 5)
    et = floats(now - 7, now - 7.25, now - 6.75, now - 0.25)
    ok_count(t, eu, et, ints(5), floats(now), 7.0)
    ok_count(t, eu, et, ints(5), floats(now), 0.25)
    ok_count(t, eu, et, ints(5), floats(now), 7)


@check("edges")
def duplicates_count(t):
    """Equal events were counted once."""
    eu, et = ints(4, 4, 4, -4, 4), floats(1, 1, 1, 1, 2)
    ok_count(t, eu, et, ints(4, 4, -4), floats(1.5, 3, 3), 10.0)
    ok_last(t, eu, et, ints(4, 4, -4), floats(1.5, 3, 3))


@check("edges")
def users_do_not_mix(t):
    """A user's feature came from another user's events, or an unknown user got a number."""
    eu, et = ints(-7, 3, 3, 2**62, -(2**62)), floats(5, 1, 9, 4, 6)
    qu = ints(-7, 3, 2**62, -(2**62), 4, -8, 2**62 - 1, 0)
    for now in (5.5, 10.0, 100.0):
        qt = np.full(len(qu), now)
        ok_last(t, eu, et, qu, qt)
        ok_count(t, eu, et, qu, qt, 20.0)


@check("edges")
def queries_in_any_order(t):
    """Features did not come back in the order of the queries."""
    eu, et, qu, qt = data(t)
    order = np.argsort(-qt, kind="stable")
    ok_last(t, eu, et, qu[order], qt[order])
    ok_count(t, eu, et, qu[order], qt[order], 4.0)
    ok_last(t, eu, et, np.repeat(qu, 2), np.repeat(qt, 2))


@check("edges")
def single_event_and_query(t):
    """One event and one query were not handled."""
    for now in (1.0, 2.0, 3.0):
        ok_last(t, ints(1), floats(2), ints(1), floats(now))
        ok_count(t, ints(1), floats(2), ints(1), floats(now), 1.0)


@check("edges")
def empty_tables(t):
    """No events, or no queries, was not handled."""
    no_int, no_float = ints(), floats()
    ok_last(t, no_int, no_float, ints(1, 2), floats(3, 4))
    ok_count(t, no_int, no_float, ints(1, 2), floats(3, 4), 1.0)
    ok_last(t, ints(1, 2), floats(3, 4), no_int, no_float)
    ok_count(t, ints(1, 2), floats(3, 4), no_int, no_float, 1.0)
    ok_last(t, no_int, no_float, no_int, no_float)
    ok_count(t, no_int, no_float, no_int, no_float, 1.0)


@check("edges")
def missing_times(t):
    """A missing event or query time was not dropped or answered with NaN and 0."""
    eu, et = ints(1, 1, 1, 2, 3), floats(2, NAN, 5, NAN, 1)
    qu, qt = ints(1, 1, 2, 3, 3), floats(9, NAN, 9, NAN, 2)
    ok_last(t, eu, et, qu, qt)
    ok_count(t, eu, et, qu, qt, 8.0)
    ok_last(t, ints(1), floats(NAN), ints(1), floats(4))
    ok_count(t, ints(1), floats(NAN), ints(1), floats(4), 4.0)


@check("edges")
def whole_days(t):
    """Integer times were not handled like floats."""
    eu, et, qu, qt = data(t)
    et, qt = np.floor(et).astype(np.int64), np.floor(qt).astype(np.int64)
    ok_last(t, eu, et, qu, qt)
    ok_count(t, eu, et, qu, qt, 3.0)
    ok_count(t, eu, et, qu, qt.astype(np.float64), 2.5)
    now = t.rng.randrange(20, 60)
    users, days = np.full(9, 5), now - np.arange(9)
    for window in (0.5, 1.5, 2.25, 6.75):
        ok_count(t, users, days, ints(5, 5), ints(now, now + 2), window)


@check("edges")
def fine_times(t):
    """Times many days after day 0 lost their fractions."""
    eu, et, qu, qt = data(t)
    et, qt = et / 256 + 20_000.0, qt / 256 + 20_000.0
    ok_last(t, eu, et, qu, qt)
    ok_count(t, eu, et, qu, qt, 1 / 64)


@check("edges")
def neighbours_in_time(t):
    """Among many users, an event a moment before the query was taken for one at the query."""
    rng, step = np.random.default_rng(t.seed), 2.0**-32
    ids = rng.permutation(2500) * 7 - 9000
    old = rng.integers(0, 80_000, size=len(ids)) / 4.0
    qu = rng.choice(ids, size=40, replace=False)
    qt = rng.integers(60_000, 80_000, size=len(qu)) / 4.0 + rng.integers(3, 90, size=len(qu)) * step
    eu, et = np.concatenate([ids, qu, qu, qu, qu]), np.concatenate([old, *(qt + k * step for k in (-2, -1, 0, 1))])
    ok_last(t, eu, et, qu, qt)
    ok_count(t, eu, et, qu, qt, step)


@check("edges")
def long_windows(t):
    """With a window of many years not every earlier event was counted."""
    eu, et, qu, qt = data(t)
    for window in (400.0, 3000.0, 50_000.0):
        ok_count(t, eu, et * 200, qu, qt * 200, window)


@check("edges")
def negative_times(t):
    """Times before day 0 were not handled."""
    eu, et, qu, qt = data(t)
    ok_last(t, eu, et - 1000.0, qu, qt - 1000.0)
    ok_count(t, eu, et - 1000.0, qu, qt - 1000.0, 6.0)


@check("edges")
def bad_input(t):
    """Columns of different lengths, or a window that is not positive, were accepted."""
    eu, et, qu, qt = ints(1, 2), floats(1, 2), ints(1, 2, 3), floats(4, 5, 6)
    for f, rest in ((t.candidate.days_since_last, ()), (t.candidate.count_before, (3.0,))):
        t.raises(ValueError, f, eu[:1], et, qu, qt, *rest)
        t.raises(ValueError, f, eu, et[:1], qu, qt, *rest)
        t.raises(ValueError, f, eu, et, qu[:2], qt, *rest)
        t.raises(ValueError, f, eu, et, qu, qt[:2], *rest)
        t.raises(ValueError, f, ints(), et, qu, qt, *rest)
        t.raises(ValueError, f, ints(), floats(), qu, qt[:2], *rest)
        t.raises(ValueError, f, eu, et[:1], ints(), floats(), *rest)
        t.raises(ValueError, f, eu, et, ints(), qt[:1], *rest)
    for window in (0.0, -1.0, NAN):
        t.raises(ValueError, t.candidate.count_before, eu, et, qu, qt, window)
        t.raises(ValueError, t.candidate.count_before, eu, et, ints(), floats(), window)
        t.raises(ValueError, t.candidate.count_before, ints(), floats(), qu, qt, window)


@check("scale", seconds=30)
def large_tables(t):
    """Two hundred thousand events and queries took far too long, or came out wrong."""
    n, users = 200_000, 20_000
    rng = np.random.default_rng(t.seed)
    eu, et = rng.integers(0, users, size=n), rng.integers(0, 8000, size=n) / 8.0
    qu, qt = rng.integers(0, users, size=n), rng.integers(0, 8000, size=n) / 8.0
    days = t.candidate.days_since_last(eu, et, qu, qt)
    counts = t.candidate.count_before(eu, et, qu, qt, 90.0)
    for i in rng.choice(n, size=40, replace=False):
        one = qu[i : i + 1], qt[i : i + 1]
        assert np.array_equal(days[i : i + 1], last_by_hand(eu, et, *one), equal_nan=True)
        assert np.array_equal(counts[i : i + 1], count_by_hand(eu, et, *one, 90.0))

    n = 200_000
    rng = np.random.default_rng(t.seed)
    eu, qu = np.zeros(n, dtype=np.int64), np.zeros(n // 2, dtype=np.int64)
    et, qt = rng.permutation(n) / 8.0, rng.permutation(n)[: n // 2] / 8.0
    days = t.candidate.days_since_last(eu, et, qu, qt)
    want = np.where(qt > 0, 0.125, NAN)
    assert np.array_equal(days, want, equal_nan=True)
    counts = t.candidate.count_before(eu, et, qu, qt, 10.0)
    assert np.array_equal(counts, np.minimum(qt * 8, 80).astype(np.int64))


@check("determinism")
def inputs_untouched(t):
    """The caller's arrays were sorted or otherwise modified."""
    eu, et, qu, qt = data(t)
    late, open_query = et.copy(), qt.copy()
    late[3], open_query[5] = NAN, NAN
    for arrays in ((eu, et, qu, open_query), (eu, late, qu, qt)):
        for f, rest in ((t.candidate.days_since_last, ()), (t.candidate.count_before, (3.0,))):
            held = [t.keep(a) for a in arrays]
            f(*held, *rest)
            for handle, old in zip(held, arrays):
                assert t.fetch(handle).tobytes() == old.tobytes()
