"""A private torch generator over the codes of np.unique."""
import numpy as np
import torch


def group_split(groups, test_frac=0.2, seed=0):
    if torch.is_tensor(groups):
        groups = groups.cpu().numpy()
    values, code = np.unique(np.array(groups), return_inverse=True)
    total = len(values)
    if total < 2 or np.isnan(test_frac) or test_frac <= 0 or test_frac >= 1:
        raise ValueError("cannot split")
    n = int(np.clip(np.floor(test_frac * total + 0.5), 1, total - 1))
    gen = torch.Generator()
    gen.manual_seed(seed)
    mask = np.zeros(total, dtype=bool)
    mask[torch.randperm(total, generator=gen)[:n].numpy()] = True
    return np.where(~mask[code])[0].astype(np.int64), np.where(mask[code])[0].astype(np.int64)
