# subclass of list
class WindowDataset(list):
    def __init__(self, series, window, horizon=1, stride=1):
        if not all(v >= 1 for v in (window, horizon, stride)):
            raise ValueError("sizes")
        last = series.shape[0] - window - horizon
        super().__init__((series[a:a + window], series[a + window:a + window + horizon]) for a in range(0, last + 1, stride))
