from collections.abc import Sequence
from operator import index


class WindowDataset(Sequence):
    """A sequence: iteration, reversal and membership come with it."""

    def __init__(self, series, window, horizon=1, stride=1):
        sizes = {"window": window, "horizon": horizon, "stride": stride}
        for name, size in sizes.items():
            if not size >= 1:
                raise ValueError(name)
        self._series = series
        self._sizes = sizes
        steps = len(series) - window - horizon
        self._length = max(0, (steps + stride) // stride)

    def __len__(self):
        return self._length

    def __getitem__(self, position):
        position = index(position)
        if position < 0:
            position += self._length
        if position not in range(self._length):
            raise IndexError(position)
        start = position * self._sizes["stride"]
        return tuple(
            self._series.narrow(0, begin, size)
            for begin, size in (
                (start, self._sizes["window"]),
                (start + self._sizes["window"], self._sizes["horizon"]),
            )
        )
