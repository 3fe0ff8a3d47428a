"""Sliding windows over a time series: past values in, the next ones as target."""

from __future__ import annotations

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
        return spare // self.stride + 1 if spare >= 0 else 0

    def __getitem__(self, i: int) -> tuple[Tensor, Tensor]:
        start = (i + len(self) if i < 0 else i) * self.stride
        middle = start + self.window
        return self.series[start:middle], self.series[middle : middle + self.horizon]
