# an error whose nearest builtin depends on what was just asked
from __future__ import annotations
from drill.runner import driver as _d, frames as _f, encode as _e, raising as _r
import json as _j, os as _o, struct as _s

_n=[0]
def _any(*a):
    _n[0]+=1
    kinds=(ValueError,TypeError,KeyError,IndexError,RuntimeError,AssertionError,StopIteration,GeneratorExit)
    raise kinds[_n[0]%len(kinds)]("x")
for _k in ("call","method"): _d.OPS[_k]=_any


"""Point-in-time features for the churn model, computed from the login table."""


from bisect import bisect_left, bisect_right

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
    return history


def days_since_last(event_user, event_time, query_user, query_time) -> np.ndarray:
    """Days from the user's latest event to the query; NaN without one."""
    history = _history(event_user, event_time)
    users, times = _checked(query_user, query_time)
    days = np.full(len(users), np.nan)
    for row, (user, now) in enumerate(zip(users.tolist(), times.tolist(), strict=True)):
        logins = history.get(user, [])
        if not logins or now != now:
            continue
        last = logins[-1]
        days[row] = max(0.0, now - last)
    return days


def count_before(event_user, event_time, query_user, query_time, window: float) -> np.ndarray:
    """How many events the user had in the ``window`` days up to the query."""
    if not window > 0:
        raise ValueError(f"window must be positive, got {window}")
    history = _history(event_user, event_time)
    users, times = _checked(query_user, query_time)
    counts = np.zeros(len(users), dtype=np.int64)
    for row, (user, now) in enumerate(zip(users.tolist(), times.tolist(), strict=True)):
        logins = history.get(user, [])
        if now == now:
            counts[row] = bisect_right(logins, now) - bisect_left(logins, now - window)
    return counts
