"""Standardise a feature table for the tabular baseline."""

from __future__ import annotations

import numpy as np
import torch


def _table(X) -> np.ndarray:
    """X as a 2-D float64 array."""
    if isinstance(X, torch.Tensor):
        X = X.detach().cpu().numpy()
    X = np.asarray(X, dtype=np.float64)
    if X.ndim != 2:
        raise ValueError(f"expected (rows, features), got shape {X.shape}")
    return X


class Standardizer:
    """Zero mean, unit standard deviation per column; missing values sit at the mean."""

    def __init__(self) -> None:
        self.mean_: np.ndarray | None = None
        self.std_: np.ndarray | None = None

    def fit(self, X) -> Standardizer:
        X = _table(X)
        if np.isinf(X).any():
            raise ValueError("infinite values in the rows to fit on")
        seen = (~np.isnan(X)).sum(axis=0)
        filled = np.where(np.isnan(X), 0, X)
        self.mean_ = np.float64(filled.sum(axis=0) / np.maximum(seen, 1))
        spread = np.where(np.isnan(X), 0, X - self.mean_)
        self.std_ = np.float64(np.sqrt((spread**2).sum(axis=0) / np.maximum(seen, 1)))
        return self

    def transform(self, X) -> np.ndarray:
        if self.mean_ is None:
            raise RuntimeError("transform() before fit()")
        X = _table(X)
        if X.shape[1] != len(self.mean_):
            raise ValueError(f"fitted on {len(self.mean_)} columns, got {X.shape[1]}")
        scaled = ((X - self.mean_) / self.std_).astype(np.float32)
        return np.where(np.isnan(X), np.float32(0), scaled)


def _rows(idx, n: int) -> np.ndarray:
    idx = np.asarray(idx, dtype=np.int64).reshape(-1)
    if ((idx < 0) | (idx >= n)).any():
        raise ValueError(f"row index outside 0..{n - 1}")
    return idx


def split_and_scale(X, train_idx, test_idx) -> tuple[np.ndarray, np.ndarray, Standardizer]:
    X = _table(X)
    train_idx, test_idx = _rows(train_idx, len(X)), _rows(test_idx, len(X))
    if len(train_idx) == 0 or np.intersect1d(train_idx, test_idx).size:
        raise ValueError("train is empty or shares rows with test")
    scaler = Standardizer().fit(X[train_idx])
    scaled = scaler.transform(X)
    return scaled[train_idx], scaled[test_idx], scaler
