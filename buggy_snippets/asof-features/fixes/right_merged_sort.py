"""Events and queries in one lexsort; queries come before events of the same time."""
import numpy as np


def _prepare(eu, et, qu, qt):
    eu, et, qu, qt = (np.array(a) for a in (eu, et, qu, qt))
    if len(eu) != len(et) or len(qu) != len(qt):
        raise ValueError("lengths differ")
    keep = ~np.isnan(et)
    return eu[keep], et[keep].astype(np.float64), qu, qt.astype(np.float64)


def _ranks(eu, et, qu, qt):
    """For every query: first event of its user, number of the user's events before the time; in (user, time) order."""
    order = np.lexsort((et, eu))
    eu, et = eu[order], et[order]
    user = np.concatenate([qu, eu])
    time = np.concatenate([qt, et])
    kind = np.concatenate([np.zeros(len(qu), int), np.ones(len(eu), int)])
    where = np.lexsort((kind, time, user))
    before = np.cumsum(kind[where]) - kind[where]
    upto = np.empty(len(where), dtype=np.int64)
    upto[where] = before
    start = np.searchsorted(eu, qu, side="left")
    return et, start, upto[: len(qu)]


def days_since_last(event_user, event_time, query_user, query_time):
    eu, et, qu, qt = _prepare(event_user, event_time, query_user, query_time)
    times, start, upto = _ranks(eu, et, qu, qt)
    out = np.full(len(qu), np.nan)
    has = (upto > start) & ~np.isnan(qt)
    out[has] = qt[has] - times[upto[has] - 1]
    return out


def count_before(event_user, event_time, query_user, query_time, window):
    if np.isnan(window) or window <= 0:
        raise ValueError("window")
    eu, et, qu, qt = _prepare(event_user, event_time, query_user, query_time)
    _, _, upto = _ranks(eu, et, qu, qt)
    _, _, low = _ranks(eu, et, qu, qt - window)
    return np.where(np.isnan(qt), 0, upto - low).astype(np.int64)
