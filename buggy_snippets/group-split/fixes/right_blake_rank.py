# ids ranked by a digest, plain Python, sort by str
import hashlib, math
import numpy as np
class TooFew(ValueError): pass
def group_split(groups, test_frac=0.2, seed=0, *, digest=16):
    rows = groups.tolist() if hasattr(groups, "tolist") else [g.item() if hasattr(g, "item") else g for g in groups]
    names = {str(g) for g in rows}
    if not (0 < test_frac < 1): raise TooFew("test_frac")
    G = len(names)
    if G < 2: raise TooFew("groups")
    k = min(G - 1, max(1, math.floor(test_frac * G + 0.5)))
    key = lambda n: hashlib.blake2b(f"{seed}/{n}".encode(), digest_size=digest).digest()
    held = set(sorted(names, key=key)[:k])
    te = [i for i, g in enumerate(rows) if str(g) in held]
    tr = [i for i, g in enumerate(rows) if str(g) not in held]
    return np.array(tr, dtype=np.int64), np.array(te, dtype=np.int64)
