# wrong: an index of one byte overflows when it is multiplied
from __future__ import annotations

import operator

from torch import Tensor


class WindowDataset:
    """Pairs (x, y): x holds `window` steps, y the `horizon` steps that follow."""

    def __init__(self, series: Tensor, window: int, horizon: int = 1, stride: int = 1) -> None:
        for name, value in (("window", window), ("horizon", horizon), ("stride", stride)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1, got {value}")
        self.series = series
        self.window = window
        self.horizon = horizon
        self.stride = stride

    def __len__(self) -> int:
        spare = len(self.series) - self.window - self.horizon
        return max(0, spare // self.stride + 1)

    def __getitem__(self, i) -> tuple[Tensor, Tensor]:
        if not hasattr(i, "dtype"):
            i = operator.index(i)
        n = len(self)
        if not -n <= i < n:
            raise IndexError(f"window {i} of {n}")
        if i < 0:
            i += n
        start = i * self.stride
        middle = start + self.window
        return self.series[start:middle], self.series[middle : middle + self.horizon]
