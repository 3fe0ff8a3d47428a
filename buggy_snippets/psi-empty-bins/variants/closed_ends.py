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


def _edges(expected: np.ndarray, bins: int) -> np.ndarray:
    """Quantiles of the reference sample, from its minimum to its maximum."""
    return np.unique(np.quantile(expected, np.linspace(0, 1, bins + 1)))


def _shares(values: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Share of the values in every bin."""
    counts, _ = np.histogram(values, edges)
    return counts / values.size


def psi(expected, actual, bins: int = 10, eps: float = 1e-4) -> float:
    """PSI between a reference sample and the live one; 0 means no drift.

    ``bins`` is the number of bins the reference is cut into. Shapes do not
    matter, both samples are flattened.
    """
    if bins < 2:
        raise ValueError(f"at least two bins are needed, got {bins}")
    reference = _finite(expected, "expected")
    live = _finite(actual, "actual")
    edges = _edges(reference, bins)
    p = np.maximum(_shares(reference, edges), eps)
    q = np.maximum(_shares(live, edges), eps)
    return float(np.sum((q - p) * np.log(q / p)))
