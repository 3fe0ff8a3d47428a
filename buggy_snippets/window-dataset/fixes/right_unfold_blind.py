# torch unfold, iterator of its own
import operator, torch

class WindowDataset:
    def __init__(self, series, window, horizon=1, stride=1):
        if window < 1: raise ValueError("window")
        if horizon < 1: raise ValueError("horizon")
        if stride < 1: raise ValueError("stride")
        self.w = window
        n = window + horizon
        self.all = series.unfold(0, n, stride).movedim(-1, 1) if series.shape[0] >= n else series.new_empty((0, n) + series.shape[1:])
    def __len__(self):
        return self.all.shape[0]
    def __iter__(self):
        for k in range(len(self)):
            yield self[k]
    def __getitem__(self, i):
        i = operator.index(i)
        if i >= len(self) or i < -len(self):
            raise IndexError(i)
        both = self.all[i]
        return both[: self.w], both[self.w :]
