# torch float64, one-pass masks
import numpy as np, torch
def T(X):
    t = X.detach().cpu() if isinstance(X, torch.Tensor) else torch.from_numpy(np.array(X))
    if t.dim() != 2: raise ValueError("2-D wanted")
    return t.double()
class Standardizer:
    def __init__(self): self._p = None
    mean_ = property(lambda self: self._p[0].numpy())
    std_ = property(lambda self: self._p[1].numpy())
    def fit(self, X):
        t = T(X)
        if torch.isinf(t).any(): raise ValueError("inf")
        ok = ~torch.isnan(t); n = ok.sum(0).clamp(min=1)
        m = torch.where(ok, t, 0.0).sum(0) / n
        d = torch.where(ok, t - m, 0.0)
        m2 = m + d.sum(0) / n
        d = torch.where(ok, t - m2, 0.0)
        sd = (d.square().sum(0) / n).sqrt()
        self._p = m2, torch.where(sd == 0, torch.ones_like(sd), sd)
        return self
    def transform(self, X):
        if self._p is None: raise RuntimeError("not fitted")
        t = T(X)
        if t.shape[1] != len(self._p[0]): raise ValueError("columns")
        return torch.where(t.isnan(), 0.0, (t - self._p[0]) / self._p[1]).float().numpy()
def split_and_scale(X, train_idx, test_idx):
    t = T(X)
    tr, te = (torch.as_tensor(np.asarray(i, dtype=np.int64)).reshape(-1) for i in (train_idx, test_idx))
    for i in (tr, te):
        if len(i) and (int(i.min()) < 0 or int(i.max()) >= len(t)): raise IndexValue("row")
    if len(tr) == 0 or set(tr.tolist()) & set(te.tolist()): raise IndexValue("split")
    s = Standardizer().fit(t[tr])
    return s.transform(t[tr]), s.transform(t[te]), s
class IndexValue(ValueError, IndexError): pass
