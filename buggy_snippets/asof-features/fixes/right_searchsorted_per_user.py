"""Group once by user, one searchsorted call for all queries of a user."""
import numpy as np


class Log:
    def __init__(self, user, time):
        user, time = np.asarray(user), np.asarray(time)
        if user.shape != time.shape:
            raise ValueError("events")
        ok = ~np.isnan(time)
        user, time = user[ok], time[ok].astype(float)
        order = np.lexsort((time, user))
        self.users, self.begin = np.unique(user[order], return_index=True)
        self.end = np.append(self.begin[1:], len(order))
        self.time = time[order]

    def each(self, query_user, query_time):
        qu, qt = np.asarray(query_user), np.asarray(query_time)
        if qu.shape != qt.shape:
            raise ValueError("queries")
        order = np.argsort(qu, kind="stable")
        ids, first = np.unique(qu[order], return_index=True)
        for user, rows in zip(ids, np.split(order, first[1:])):
            at = np.searchsorted(self.users, user)
            if at < len(self.users) and self.users[at] == user:
                rows = rows[~np.isnan(qt[rows])]
                yield rows, qt[rows].astype(float), self.time[self.begin[at] : self.end[at]]


def days_since_last(event_user, event_time, query_user, query_time):
    out = np.full(len(query_user), np.nan)
    for rows, now, times in Log(event_user, event_time).each(query_user, query_time):
        pos = times.searchsorted(now)
        out[rows] = np.where(pos > 0, now - times[pos - 1], np.nan)
    return out


def count_before(event_user, event_time, query_user, query_time, window):
    if not window > 0:
        raise ValueError("window")
    out = np.zeros(len(query_user), dtype=np.int64)
    for rows, now, times in Log(event_user, event_time).each(query_user, query_time):
        out[rows] = times.searchsorted(now) - times.searchsorted(now - window)
    return out
