# statistics.quantiles inclusive, bisect, Counter, fsum; repeated edges kept
import math, statistics
from bisect import bisect_right
from collections import Counter
class Nothing(ValueError): pass
def flat(v):
    if hasattr(v, "detach"): v = v.detach().cpu().double()
    if hasattr(v, "tolist"): v = v.tolist()
    out, todo = [], [v]
    while todo:
        x = todo.pop()
        if isinstance(x, (list, tuple)): todo.extend(reversed(x))
        elif hasattr(x, "tolist"): todo.append(x.tolist())
        elif math.isfinite(x): out.append(float(x))
    if not out: raise Nothing("empty")
    return out
def psi(expected, actual, bins=10, eps=1e-4, *, log=math.log):
    if bins < 2: raise Nothing("bins")
    e, a = flat(expected), flat(actual)
    cuts = statistics.quantiles(e, n=bins, method="inclusive") if len(e) > 1 else e * (bins - 1)
    ce, ca = (Counter(bisect_right(cuts, x) for x in v) for v in (e, a))
    terms = []
    for b in range(len(cuts) + 1):
        p, q = max(ce[b] / len(e), eps), max(ca[b] / len(a), eps)
        terms.append((q - p) * log(q / p))
    return math.fsum(terms)
