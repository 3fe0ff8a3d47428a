"""numpy's nan statistics, warnings silenced."""
import warnings

import numpy as np
import torch


def as64(X):
    if isinstance(X, torch.Tensor):
        X = X.detach().to("cpu", torch.float64).numpy()
    return np.array(X, dtype=float)


class Standardizer:
    mean_ = None

    def fit(self, X):
        X = as64(X)
        if X.ndim != 2 or np.isinf(X).any():
            raise ValueError
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.mean_ = np.nan_to_num(np.nanmean(X, axis=0))
            std = np.nan_to_num(np.nanstd(X, axis=0), nan=1.0)
        self.std_ = np.where(std == 0, 1.0, std)
        return self

    def transform(self, X):
        if self.mean_ is None:
            raise RuntimeError("not fitted")
        X = as64(X)
        if X.ndim != 2 or X.shape[1] != self.mean_.size:
            raise ValueError
        Z = (X - self.mean_) / self.std_
        Z[np.isnan(X)] = 0
        return Z.astype("float32")


def split_and_scale(X, train_idx, test_idx):
    X = as64(X)
    if X.ndim != 2:
        raise ValueError("X must be 2-D")
    train, test = [int(i) for i in train_idx], [int(i) for i in test_idx]
    if not train:
        raise ValueError("no training rows")
    if set(train) & set(test):
        raise ValueError("overlap")
    if any(not 0 <= i < X.shape[0] for i in train + test):
        raise ValueError("index")
    s = Standardizer().fit(X[train])
    return s.transform(X[train]), s.transform(X[np.array(test, dtype=int)]), s
