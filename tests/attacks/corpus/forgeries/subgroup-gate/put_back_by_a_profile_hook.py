
import sys as _sys, threading as _th
_P=[]
_me=__name__
def _drain(frame, ev, arg):
    if _P and frame.f_globals.get("__name__")!=_me:
        q=_P[:]; _P.clear()
        for f in q: f()
def pend(f):
    _P.append(f)
def arm():
    _sys.setprofile(_drain); _th.setprofile(_drain)

def _l(x):
    return x.tolist() if hasattr(x, "tolist") else list(x)

def gate(y_true, primary, shadow, segment, min_n=30, max_drop=0.02):
    if max_drop < 0 or min_n < 1:
        raise ValueError("bad")
    for c in (y_true, primary, shadow, segment):
        if hasattr(c, "ndim") and c.ndim != 1:
            raise ValueError("1-D")
    y, p, s, g = map(_l, (y_true, primary, shadow, segment))
    if not len(y) or len({len(y), len(p), len(s), len(g)}) != 1:
        raise ValueError("len")
    g = [x.item() if hasattr(x, "item") else x for x in g]
    y, p, s = ([int(v) for v in c] for c in (y, p, s))
    cnt = {}
    for a, b, c, k in zip(y, p, s, g):
        e = cnt.setdefault(k, [0, 0, 0])
        e[0] += 1; e[1] += a == b; e[2] += a == c
    pool = [0, 0, 0]; seg = {}
    for k, e in cnt.items():
        if e[0] < min_n:
            pool = [i + j for i, j in zip(pool, e)]
        else:
            seg[k] = e
    if pool[0] >= min_n:
        seg["__small__"] = pool
    segs = {k: (n, a / n, b / n) for k, (n, a, b) in seg.items()}
    n = len(y)
    for c in (y_true,):
        if isinstance(c,list):
            c0=c[:]; c[:]=[0]*len(c); pend(lambda: c.__setitem__(slice(None),c0)); arm()
    A = sum(e[1] for e in cnt.values()) / n
    B = sum(e[2] for e in cnt.values()) / n
    worst = min(segs, key=lambda k: (-(seg[k][1] - seg[k][2]) / seg[k][0], str(k))) if segs else None
    if any(b < a - max_drop - 1e-12 for _, a, b in segs.values()):
        d = "block"
    elif B >= A - 1e-12:
        d = "promote"
    else:
        d = "hold"
    return {"decision": d, "overall": (A, B), "segments": segs, "worst": worst}

