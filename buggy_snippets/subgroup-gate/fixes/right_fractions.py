# Counter and exact fractions, namedtuples, max over tuple keys
from collections import Counter, namedtuple
from fractions import Fraction
Row = namedtuple("Row", "n acc_primary acc_shadow")
def plain(c):
    c = c.tolist() if hasattr(c, "tolist") else [x.item() if hasattr(x, "item") else x for x in c]
    if not isinstance(c, list) or not c or any(isinstance(x, (list, tuple)) for x in c): raise ValueError("column")
    return c
def gate(y_true, primary, shadow, segment, min_n=30, max_drop=0.02):
    if not min_n >= 1 or not max_drop >= 0: raise ValueError("limits")
    cols = [plain(c) for c in (y_true, primary, shadow, segment)]
    if len(set(map(len, cols))) != 1: raise ValueError("lengths")
    N, A, S = Counter(), Counter(), Counter()
    size = Counter(cols[3])
    for y, p, q, g in zip(*cols):
        k = g if size[g] >= min_n else "__small__"
        N[k] += 1; A[k] += p == y; S[k] += q == y and q != -1
    judged = [k for k in N if N[k] >= min_n]
    drop = {k: Fraction(A[k] - S[k], N[k]) for k in judged}
    total = len(cols[0]); a, b = sum(A.values()), sum(S.values())
    tol = Fraction(1, 10**12)
    blocked = any(d > Fraction(max_drop) + tol for d in drop.values())
    decision = "block" if blocked else ("promote" if Fraction(b - a, total) >= -tol else "hold")
    worst = None
    for k in sorted(judged, key=str):
        if worst is None or drop[k] > drop[worst]: worst = k
    return dict(decision=decision, overall=(a / total, b / total), segments={k: Row(N[k], A[k] / N[k], S[k] / N[k]) for k in judged}, worst=worst)
