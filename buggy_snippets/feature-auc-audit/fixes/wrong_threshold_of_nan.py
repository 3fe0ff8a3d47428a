# wrong: nan passes the test of the limits and nothing is reported
"""Nightly leak audit: features that give the label away on their own."""

from __future__ import annotations

import numpy as np
import torch


def _as_float(values) -> np.ndarray:
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu().double().numpy()
    return np.asarray(values, dtype=np.float64)


def _checked(scores, labels) -> tuple[np.ndarray, np.ndarray]:
    scores, labels = _as_float(scores), _as_float(labels)
    if scores.ndim != 1 or scores.shape != labels.shape:
        raise ValueError(f"scores {scores.shape} and labels {labels.shape} differ")
    if not np.isin(labels, (0.0, 1.0)).all():
        raise ValueError("labels must be 0 or 1")
    known = ~np.isnan(scores)
    return scores[known], labels[known] == 1.0


def _ranks(scores: np.ndarray) -> np.ndarray:
    """Rank of every score, 1 for the smallest; ties share their mean rank."""
    _, place, count = np.unique(scores, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return (last - (count - 1) / 2)[place]


def auc(scores, labels) -> float:
    """Probability that a positive row scores above a negative one (rank-sum form)."""
    scores, positive = _checked(scores, labels)
    n_pos = int(positive.sum())
    n_neg = len(positive) - n_pos
    if n_pos == 0 or n_neg == 0:
        return float("nan")
    rank_sum = float(_ranks(scores)[positive].sum())
    return (rank_sum - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg)


def audit(X, y, threshold: float = 0.95) -> list[tuple[int, float]]:
    """Columns that separate the classes on their own, the most suspicious first."""
    if threshold < 0.5 or threshold > 1.0:
        raise ValueError(f"threshold must lie in [0.5, 1], got {threshold}")
    X, y = _as_float(X), _as_float(y)
    if X.ndim != 2 or y.shape != X.shape[:1]:
        raise ValueError(f"table {X.shape} and labels {y.shape} do not fit")
    if not np.isin(y, (0.0, 1.0)).all():
        raise ValueError("labels must be 0 or 1")
    if len(np.unique(y)) < 2:
        raise ValueError("both classes are needed")
    flagged = []
    for column in range(X.shape[1]):
        terms = [0.5]
        for a in (auc(X[:, column], y), auc(np.isnan(X[:, column]), y)):
            if a == a:
                terms += [a, 1.0 - a]
        separability = max(terms)
        if separability > threshold:
            flagged.append((column, separability))
    return sorted(flagged, key=lambda found: -found[1])
