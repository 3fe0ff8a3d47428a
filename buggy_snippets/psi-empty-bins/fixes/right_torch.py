"""Everything in torch, float64."""
import torch


def psi(expected, actual, bins=10, eps=1e-4):
    if bins < 2:
        raise ValueError("need bins >= 2")
    e = torch.as_tensor(expected).detach().cpu().to(torch.float64).flatten()
    a = torch.as_tensor(actual).detach().cpu().to(torch.float64).flatten()
    e, a = e[torch.isfinite(e)], a[torch.isfinite(a)]
    if e.numel() == 0 or a.numel() == 0:
        raise ValueError("no data")
    cuts = torch.quantile(e, torch.arange(1, bins, dtype=torch.float64) / bins).unique()

    def share(x):
        idx = torch.bucketize(x, cuts, right=True)
        return (torch.bincount(idx, minlength=cuts.numel() + 1).double() / x.numel()).clamp_min(eps)

    p, q = share(e), share(a)
    return ((q - p) * (q / p).log()).sum().item()
