# np.histogram with infinite outer edges; difference of logs
import numpy as np, torch
def clean(x):
    if torch.is_tensor(x): x = x.detach().to("cpu", torch.float64).numpy()
    x = np.array(x, dtype=np.float64).reshape(-1)
    return x[np.isfinite(x)]
def psi(expected, actual, bins=10, eps=1e-4):
    e, a = clean(expected), clean(actual)
    if bins < 2 or e.size == 0 or a.size == 0: raise ValueError("nothing to compare")
    inner = sorted(set(np.percentile(e, [100 * k / bins for k in range(1, bins)]).tolist()))
    edges = np.array([-np.inf, *inner, np.inf])
    p, q = (np.clip(np.histogram(v, edges)[0] / v.size, eps, None) for v in (e, a))
    return ((q - p) * (np.log(q) - np.log(p))).sum().item()
