"""Runs beside the candidate's code: iteration with a limit, odd indices, a DataLoader."""

from itertools import islice

import numpy as np
import torch
from torch.utils.data import DataLoader


class Own:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def sweep(cls, cases, width):
    """For each (T, window, horizon, stride): the length, every window from both ends, the errors."""
    out = []
    for length, window, horizon, stride in cases:
        series = torch.arange(length * width).reshape(length, width)
        ds = cls(series, window, horizon, stride)
        n = len(ds)
        items, errors = [], []
        for i in [*range(min(n, 30)), *range(-min(n, 30), 0)]:
            x, y = ds[i]
            items.append((x.tolist(), y.tolist()))
        for i in (n, n + 1, n + 7, -n - 1, -n - 6):
            try:
                ds[i]
                errors.append("no error")
            except Exception as error:  # noqa: BLE001
                errors.append(isinstance(error, IndexError))
        steps = sum(1 for _ in islice(ds, 60))
        out.append((n, items, errors, steps))
    return out


def iterate(cls, series, window, horizon, stride, limit):
    return [(x, y) for x, y in islice(cls(series, window, horizon, stride), limit)]


def odd_indices(cls, series, window):
    """The same window through every kind of integer."""
    ds = cls(series, window)
    found = []
    for make in (int, np.int64, np.int32, np.uint8, torch.tensor, Own):
        found.append(ds[make(2)][0])
    for make in (int, np.int64, np.int32, torch.tensor, Own):
        found.append(ds[make(-1)][0])
    errors = []
    for make in (np.int64, torch.tensor, Own):
        try:
            ds[make(len(ds))]
            errors.append(False)
        except IndexError:
            errors.append(True)
    return found, errors


def narrow_indices(cls, series, window, stride):
    """First rows of windows asked for by integers of one byte."""
    ds = cls(series, window, 1, stride)
    return [int(ds[i][0][0]) for i in (np.int8(100), np.uint8(200), torch.tensor(200, dtype=torch.uint8))]


def loaded(cls, series, window, horizon, stride, batch_size):
    """What a DataLoader makes of it."""
    ds = cls(series, window, horizon, stride)
    return [(x, y) for x, y in DataLoader(ds, batch_size=batch_size, shuffle=False)]


def changed(cls, series, window):
    before = series.clone()
    ds = cls(series, window)
    for i in range(len(ds)):
        ds[i]
    return not torch.equal(before, series)
