# wrong: user and time in one float key, in which the fractions of the time get lost
import numpy as np


def _checked(users, times):
    users, times = np.asarray(users), np.asarray(times)
    if users.shape != times.shape:
        raise ValueError("users and times do not belong together")
    known = ~np.isnan(times)
    return users, times.astype(np.float64), known


def _places(event_user, event_time, query_user, query_time, shift):
    users, times, known = _checked(event_user, event_time)
    asked, now, open_ = _checked(query_user, query_time)
    users, times = users[known], times[known]
    if not len(users) or not open_.any():
        return None
    ids, code = np.unique(users, return_inverse=True)
    at = np.minimum(np.searchsorted(ids, asked), len(ids) - 1)
    cut = np.where(open_, np.maximum(now - shift, times.min()), times.min())
    low, span = times.min(), max(times.max(), cut.max()) - times.min() + 1.0
    order = np.lexsort((times, code))
    key = np.sort(code * span + (times - low))
    first = np.searchsorted(key, at * span)
    place = np.searchsorted(key, at * span + (cut - low))
    return times[order], open_ & (ids[at] == asked), first, place, now


def days_since_last(event_user, event_time, query_user, query_time):
    days = np.full(len(query_user), np.nan)
    found = _places(event_user, event_time, query_user, query_time, 0.0)
    if found is not None:
        times, ok, first, place, now = found
        ok &= place > first
        days[ok] = now[ok] - times[place[ok] - 1]
    return days


def count_before(event_user, event_time, query_user, query_time, window):
    if not window > 0:
        raise ValueError("window must be positive")
    up = _places(event_user, event_time, query_user, query_time, 0.0)
    if up is None:
        return np.zeros(len(query_user), dtype=np.int64)
    low = _places(event_user, event_time, query_user, query_time, window)
    return np.where(up[1], up[3] - low[3], 0).astype(np.int64)
