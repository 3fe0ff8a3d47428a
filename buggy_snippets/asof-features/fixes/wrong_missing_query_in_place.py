# wrong: a missing query time is replaced in the caller's own column
import numpy as np
from bisect import bisect_left


def _tables(event_user, event_time, query_user, query_time):
    if len(event_user) != len(event_time) or len(query_user) != len(query_time):
        raise ValueError("users and times do not belong together")
    history = {}
    for user, time in zip(event_user.tolist(), event_time.tolist()):
        if time == time:
            history.setdefault(user, []).append(time)
    now = np.asarray(query_time, dtype=np.float64)
    now[np.isnan(now)] = -np.inf  # before every event
    return {user: sorted(times) for user, times in history.items()}, query_user.tolist(), now.tolist()


def days_since_last(event_user, event_time, query_user, query_time):
    history, users, times = _tables(event_user, event_time, query_user, query_time)
    days = np.full(len(users), np.nan)
    for row, (user, now) in enumerate(zip(users, times)):
        past = bisect_left(history.get(user, []), now)
        if past:
            days[row] = now - history[user][past - 1]
    return days


def count_before(event_user, event_time, query_user, query_time, window):
    if not window > 0:
        raise ValueError("window must be positive")
    history, users, times = _tables(event_user, event_time, query_user, query_time)
    logins = [history.get(user, []) for user in users]
    return np.array(
        [bisect_left(h, now) - bisect_left(h, now - window) for h, now in zip(logins, times)], dtype=np.int64
    )
