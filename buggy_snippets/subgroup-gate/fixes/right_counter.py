"""Plain Python with Counters and exact fractions for the comparison."""
from collections import Counter
from fractions import Fraction


def plain(column):
    out = [v.item() if hasattr(v, "item") else v for v in column]
    if any(isinstance(v, (list, tuple)) for v in out):
        raise ValueError("not one-dimensional")
    return out


def gate(y_true, primary, shadow, segment, min_n=30, max_drop=0.02):
    for c in (y_true, primary, shadow, segment):
        if getattr(c, "ndim", 1) != 1:
            raise ValueError("1-D columns only")
    y, p, s, names = map(plain, (y_true, primary, shadow, segment))
    if len({len(y), len(p), len(s), len(names)}) != 1 or not y or max_drop < 0 or min_n < 1:
        raise ValueError("bad arguments")
    total, ok_p, ok_s = Counter(names), Counter(), Counter()
    for a, b, c, name in zip(y, p, s, names):
        ok_p[name] += a == b
        ok_s[name] += a == c and c != -1
    n = len(y)
    judged = {k: (v, ok_p[k], ok_s[k]) for k, v in total.items() if v >= min_n}
    small = [k for k in total if k not in judged]
    if sum(total[k] for k in small) >= min_n:
        judged["__small__"] = tuple(sum(c[k] for k in small) for c in (total, ok_p, ok_s))
    loss = {k: Fraction(a - b, m) for k, (m, a, b) in judged.items()}
    worst = sorted(loss, key=lambda k: (-loss[k], str(k)))[0] if loss else None
    if loss and max(loss.values()) > max_drop + 1e-12:
        verdict = "block"
    elif sum(ok_s.values()) >= sum(ok_p.values()):
        verdict = "promote"
    else:
        verdict = "hold"
    return {
        "decision": verdict,
        "overall": [sum(ok_p.values()) / n, sum(ok_s.values()) / n],
        "segments": {k: [m, a / m, b / m] for k, (m, a, b) in judged.items()},
        "worst": worst,
    }
