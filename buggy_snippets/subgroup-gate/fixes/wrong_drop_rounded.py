# wrong: drops are rounded before they are compared
from __future__ import annotations

import numpy as np
import torch

SMALL = "__small__"


def _column(values) -> list:
    """One column as a list of plain Python values."""
    if isinstance(values, torch.Tensor):
        values = values.detach().cpu().numpy()
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise ValueError(f"a column is needed, got {values.shape}")
        return values.tolist()
    if np.ndim(values) != 1:
        raise ValueError("a column is needed")
    return [value.item() if isinstance(value, (np.generic, torch.Tensor)) else value for value in values]


def gate(y_true, primary, shadow, segment, min_n: int = 30, max_drop: float = 0.02) -> dict:
    if max_drop < 0 or min_n < 1:
        raise ValueError(f"bad limits: min_n={min_n}, max_drop={max_drop}")
    columns = [_column(values) for values in (y_true, primary, shadow, segment)]
    lengths = {len(column) for column in columns}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError(f"four columns of one length are needed, got {lengths}")

    counts: dict = {}
    for label, before, after, name in zip(*columns):
        entry = counts.setdefault(name, [0, 0, 0])
        entry[0] += 1
        entry[1] += before == label
        entry[2] += after == label
    total = [sum(column) for column in zip(*counts.values())]
    small = [name for name, entry in counts.items() if entry[0] < min_n]
    if small:
        pool = [sum(column) for column in zip(*(counts.pop(name) for name in small))]
        if pool[0] >= min_n:
            counts[SMALL] = pool

    segments = {name: (n, a / n, b / n) for name, (n, a, b) in counts.items()}
    overall = (total[1] / total[0], total[2] / total[0])
    drops = {name: before - after for name, (_, before, after) in segments.items()}
    worst = min(drops, key=lambda name: (-drops[name], str(name)), default=None)
    if any(round(drop, 4) > max_drop for drop in drops.values()):
        decision = "block"
    elif overall[1] >= overall[0] - 1e-12:
        decision = "promote"
    else:
        decision = "hold"
    return {"decision": decision, "overall": overall, "segments": segments, "worst": worst}
