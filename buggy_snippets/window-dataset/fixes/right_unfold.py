"""All windows at once by unfold, then split into input and target."""

import operator


class WindowDataset:
    def __init__(self, series, window, horizon=1, stride=1):
        if window < 1 or horizon < 1 or stride < 1:
            raise ValueError("positive sizes only")
        self.window = window
        self.both = None
        if series.size(0) >= window + horizon:
            self.both = series.unfold(0, window + horizon, stride).movedim(-1, 1)

    def __len__(self):
        return 0 if self.both is None else self.both.size(0)

    def __getitem__(self, i):
        i = operator.index(i)
        n = len(self)
        if i < 0:
            i += n
        if i < 0 or i >= n:
            raise IndexError("no such window")
        pair = self.both[i]
        return pair[: self.window].clone(), pair[self.window :].clone()
