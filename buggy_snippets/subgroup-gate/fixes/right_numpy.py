"""Masks in numpy."""
import numpy as np


def gate(y_true, primary, shadow, segment, min_n=30, max_drop=0.02):
    y, p, s, g = (np.array(c) for c in (y_true, primary, shadow, segment))
    if any(c.ndim != 1 for c in (y, p, s, g)) or not len(y) == len(p) == len(s) == len(g) or len(y) < 1:
        raise ValueError("columns")
    if min_n < 1:
        raise ValueError("min_n")
    if max_drop < 0:
        raise ValueError("max_drop")
    good_p = p == y
    good_s = (s == y) & (s != -1)
    names, code, count = np.unique(g, return_inverse=True, return_counts=True)
    groups = {names[i].item(): code == i for i in np.flatnonzero(count >= min_n)}
    rest = np.isin(code, np.flatnonzero(count < min_n))
    if rest.sum() >= min_n:
        groups["__small__"] = rest
    segments = {k: (int(m.sum()), float(good_p[m].mean()), float(good_s[m].mean())) for k, m in groups.items()}
    worst = None
    for k in sorted(segments, key=str):
        if worst is None or segments[k][1] - segments[k][2] > segments[worst][1] - segments[worst][2]:
            worst = k
    overall = (float(good_p.mean()), float(good_s.mean()))
    decision = "promote" if overall[1] >= overall[0] - 1e-12 else "hold"
    for _, a, b in segments.values():
        if b < a - max_drop - 1e-12:
            decision = "block"
    return dict(decision=decision, overall=overall, segments=segments, worst=worst)
