# wrong: with whole days the start of the window is cut to a whole day too
"""Point-in-time features for the churn model, computed from the login table."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np


def _checked(users, times) -> tuple[np.ndarray, np.ndarray]:
    users, times = np.asarray(users), np.asarray(times)
    if users.shape != times.shape or users.ndim != 1:
        raise ValueError(f"users {users.shape} and times {times.shape} do not belong together")
    return users, times


def _history(event_user, event_time) -> dict[int, list[float]]:
    """The event times of each user."""
    users, times = _checked(event_user, event_time)
    known = ~np.isnan(times)
    history: dict[int, list[float]] = {}
    for user, time in zip(users[known].tolist(), times[known].tolist(), strict=True):
        history.setdefault(user, []).append(time)
    for logins in history.values():
        logins.sort()
    return history


def days_since_last(event_user, event_time, query_user, query_time) -> np.ndarray:
    """Days from the user's latest event to the query; NaN without one."""
    history = _history(event_user, event_time)
    users, times = _checked(query_user, query_time)
    days = np.full(len(users), np.nan)
    for row, (user, now) in enumerate(zip(users.tolist(), times.tolist(), strict=True)):
        logins = history.get(user, [])
        earlier = bisect_left(logins, now)
        if earlier == 0 or now != now:
            continue
        days[row] = now - logins[earlier - 1]
    return days


def count_before(event_user, event_time, query_user, query_time, window: float) -> np.ndarray:
    """How many events the user had in the ``window`` days up to the query."""
    if not window > 0:
        raise ValueError(f"window must be positive, got {window}")
    history = _history(event_user, event_time)
    users, times = _checked(query_user, query_time)
    counts = np.zeros(len(users), dtype=np.int64)
    starts = (times - window).astype(times.dtype).tolist()
    for row, (user, now) in enumerate(zip(users.tolist(), times.tolist(), strict=True)):
        logins = history.get(user, [])
        if now == now:
            counts[row] = bisect_left(logins, now) - bisect_left(logins, starts[row])
    return counts
