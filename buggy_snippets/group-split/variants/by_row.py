"""Train/test split for tables in which one user or patient owns many rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch


def _as_ids(groups) -> np.ndarray:
    """Group ids as a 1-D array, one entry per row."""
    if isinstance(groups, torch.Tensor):
        groups = groups.detach().cpu().numpy()
    ids = np.asarray(groups)
    if ids.ndim != 1:
        raise ValueError(f"groups must be one-dimensional, got shape {ids.shape}")
    return ids


def group_split(
    groups: Sequence[int] | Sequence[str] | np.ndarray | torch.Tensor,
    test_frac: float = 0.2,
    seed: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Row numbers of the training and of the test side, ascending."""
    ids = _as_ids(groups)
    if not 0.0 < test_frac < 1.0:
        raise ValueError(f"test_frac must lie between 0 and 1, got {test_frac}")
    if len(np.unique(ids)) < 2:
        raise ValueError("at least two groups are needed")

    n_test = min(len(ids) - 1, max(1, int(test_frac * len(ids) + 0.5)))
    shuffled = np.random.default_rng(seed).permutation(len(ids))
    in_test = np.zeros(len(ids), dtype=bool)
    in_test[shuffled[:n_test]] = True
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)
