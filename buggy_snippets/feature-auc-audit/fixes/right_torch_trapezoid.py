"""Area under the ROC curve in torch, one point per distinct score."""
import torch


def auc(scores, labels):
    s = torch.as_tensor(scores).detach().cpu().double()
    y = torch.as_tensor(labels).detach().cpu().double()
    if s.shape != y.shape or s.dim() != 1:
        raise ValueError("scores and labels differ in shape")
    if not bool(((y == 0) | (y == 1)).all()):
        raise ValueError("labels must be binary")
    ok = ~torch.isnan(s)
    s, y = s[ok], y[ok]
    P, N = int(y.sum()), int((1 - y).sum())
    if P == 0 or N == 0:
        return float("nan")
    _, group = torch.unique(s, return_inverse=True)
    k = int(group.max()) + 1
    tp = torch.zeros(k, dtype=torch.float64).index_add_(0, group, y).flip(0)
    fp = torch.zeros(k, dtype=torch.float64).index_add_(0, group, 1 - y).flip(0)
    tpr = tp.cumsum(0)
    return float((fp * (tpr - tp / 2)).sum()) / P / N


def audit(X, y, threshold=0.95):
    if not 0.5 <= threshold <= 1:
        raise ValueError("threshold")
    X = torch.as_tensor(X).detach().cpu().double()
    y = torch.as_tensor(y).detach().cpu().double()
    if len(torch.unique(y)) != 2:
        raise ValueError("y needs two classes")
    result = {}
    for j in range(X.shape[1]):
        candidates = [auc(X[:, j], y), auc(X[:, j].isnan(), y)]
        candidates = [c for c in candidates if c == c]
        result[j] = max([0.5] + candidates + [1 - c for c in candidates])
    ranking = sorted(result, key=result.get, reverse=True)
    return [(j, result[j]) for j in ranking if result[j] > threshold]
