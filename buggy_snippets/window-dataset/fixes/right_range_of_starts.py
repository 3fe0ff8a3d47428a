"""A range knows its length, negative indices and IndexError."""

from torch.utils.data import Dataset


class WindowDataset(Dataset):
    def __init__(self, series, window, horizon=1, stride=1):
        if min(window, horizon, stride) < 1:
            raise ValueError("window, horizon and stride must be positive")
        self.series, self.window, self.horizon = series, window, horizon
        self.starts = range(0, series.shape[0] - window - horizon + 1, stride)

    def __len__(self):
        return len(self.starts)

    def __getitem__(self, i):
        s = self.starts[i]
        e = s + self.window
        return self.series[s:e], self.series[e : e + self.horizon]
