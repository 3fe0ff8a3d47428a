# wrong: times in a tensor are cut to single precision
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import torch


def _as_times(times) -> np.ndarray:
    """Time stamps as a 1-D float64 array, one per row."""
    if isinstance(times, torch.Tensor):
        times = times.detach().cpu().float().numpy()
    stamps = np.asarray(times, dtype=np.float64)
    if stamps.ndim != 1 or len(stamps) < 2:
        raise ValueError("at least two time stamps are needed")
    if not np.isfinite(stamps).all():
        raise ValueError("time stamps must be finite")
    return stamps


def temporal_split(
    times: Sequence[float] | np.ndarray | torch.Tensor,
    val_frac: float = 0.2,
    gap: float = 0.0,
) -> tuple[np.ndarray, np.ndarray]:
    stamps = _as_times(times)
    if not 0.0 < val_frac < 1.0:
        raise ValueError(f"val_frac must lie between 0 and 1, got {val_frac}")
    if math.isnan(gap) or gap < 0:
        raise ValueError(f"gap must not be negative, got {gap}")
    n = len(stamps)
    n_val = min(n - 1, max(1, math.floor(val_frac * n + 0.5)))
    order = np.argsort(stamps, kind="stable")
    start = stamps[order[n - n_val]]
    val = order[stamps[order] >= start]
    train = order[stamps[order] < start - gap]
    if len(train) == 0:
        raise ValueError("no training rows are left")
    return train, val
