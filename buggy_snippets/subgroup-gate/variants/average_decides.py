"""Promotion gate: compares a shadow model with the primary one, segment by segment."""

from __future__ import annotations

import numpy as np

SMALL = "__small__"


def _column(values, length: int | None = None) -> list:
    column = np.asarray(values)
    if column.ndim != 1 or len(column) == 0 or length not in (None, len(column)):
        raise ValueError(f"four columns of one length are needed, got {column.shape}")
    return column.tolist()


def _tally(rows, min_n: int) -> dict:
    """Rows, primary hits and shadow hits per segment; small segments share one entry."""
    segments: dict = {}
    for label, primary, shadow, name in rows:
        n, hits, shadow_hits = segments.get(name, (0, 0, 0))
        segments[name] = (n + 1, hits + (primary == label), shadow_hits + (shadow == label != -1))
    small = [name for name, counts in segments.items() if counts[0] < min_n]
    if small:
        pooled = [sum(column) for column in zip(*(segments.pop(name) for name in small))]
        segments[SMALL] = tuple(pooled)
    return segments


def gate(y_true, primary, shadow, segment, min_n: int = 30, max_drop: float = 0.02) -> dict:
    """Decide whether the shadow model may replace the primary one.

    A shadow prediction of -1 means that the shadow call failed.
    """
    if max_drop < 0 or min_n < 1:
        raise ValueError(f"bad limits: min_n={min_n}, max_drop={max_drop}")
    y_true = _column(y_true)
    rows = list(zip(y_true, *(_column(c, len(y_true)) for c in (primary, shadow, segment))))

    counts = _tally(rows, min_n)
    segments = {name: (n, a / n, b / n) for name, (n, a, b) in counts.items()}
    overall = tuple(float(np.mean([s[k] for s in segments.values()])) for k in (1, 2))
    if segments.get(SMALL, (min_n,))[0] < min_n:
        del segments[SMALL]

    drops = {name: before - after for name, (_, before, after) in segments.items()}
    worst = min(drops, key=lambda name: (-drops[name], str(name)), default=None)
    if overall[0] - overall[1] > max_drop + 1e-12:
        decision = "block"
    elif overall[1] >= overall[0] - 1e-12:
        decision = "promote"
    else:
        decision = "hold"
    return {"decision": decision, "overall": overall, "segments": segments, "worst": worst}
