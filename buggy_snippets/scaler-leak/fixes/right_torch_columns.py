"""Column by column in torch, float64."""
import numpy as np
import torch


def _t(X):
    X = torch.as_tensor(np.asarray(X.detach().cpu() if torch.is_tensor(X) else X).astype(np.float64))
    if X.dim() != 2:
        raise ValueError("2-D, please")
    return X


class Standardizer:
    def __init__(self):
        self._fitted = False

    @property
    def mean_(self):
        return self._mean.numpy()

    @property
    def std_(self):
        return self._std.numpy()

    def fit(self, X):
        X = _t(X)
        if torch.isinf(X).any():
            raise ValueError("inf")
        means, stds = [], []
        for col in X.T:
            col = col[~col.isnan()]
            m = col.mean().item() if col.numel() else 0.0
            s = (col - m).square().mean().sqrt().item() if col.numel() else 1.0
            means.append(m)
            stds.append(s or 1.0)
        self._mean = torch.tensor(means, dtype=torch.float64)
        self._std = torch.tensor(stds, dtype=torch.float64)
        self._fitted = True
        return self

    def transform(self, X):
        if not self._fitted:
            raise RuntimeError("fit first")
        X = _t(X)
        if X.shape[1] != len(self._mean):
            raise ValueError("columns")
        return torch.where(X.isnan(), 0.0, (X - self._mean) / self._std).float().numpy()


def split_and_scale(X, train_idx, test_idx):
    X = _t(X)
    tr = torch.as_tensor(np.asarray(train_idx, dtype=np.int64))
    te = torch.as_tensor(np.asarray(test_idx, dtype=np.int64))
    both = torch.cat([tr, te])
    if tr.numel() == 0 or (both < 0).any() or (both >= len(X)).any() or torch.isin(tr, te).any():
        raise ValueError("bad rows")
    scaler = Standardizer().fit(X[tr])
    return scaler.transform(X[tr]), scaler.transform(X[te]), scaler
