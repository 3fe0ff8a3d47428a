"""Population stability index for the drift dashboard."""

from __future__ import annotations

import numpy as np
import torch


def _finite(values, name: str) -> np.ndarray:
    """All finite values as one flat float64 array."""
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu().double().numpy()
    flat = np.asarray(values, dtype=np.float64).ravel()
    flat = flat[np.isfinite(flat)]
    if flat.size == 0:
        raise ValueError(f"no finite value in {name}")
    return flat


def psi(expected, actual, bins: int = 10, eps: float = 1e-4) -> float:
    """PSI between a reference sample and the live one; 0 means no drift."""
    if bins < 2:
        raise ValueError(f"at least two bins are needed, got {bins}")
    reference = _finite(expected, "expected")
    live = _finite(actual, "actual")
    edges = np.unique([np.percentile(reference, 100.0 * k / bins) for k in range(1, bins)])
    total = 0.0
    for low, high in zip([-np.inf, *edges], [*edges, np.inf]):
        p = max(np.mean((reference >= low) & (reference < high)), eps)
        q = max(np.mean((live >= low) & (live < high)), eps)
        total += (q - p) * np.log(q / p)
    return float(total)
