# ids go through float64: 2**53 and 2**53 + 1 are one group, breaks 'all ints' / the number of distinct groups
import numpy as np
import torch

def group_split(groups, test_frac=0.2, seed=0):
    if torch.is_tensor(groups):
        groups = groups.detach().cpu().numpy()
    ids, codes = np.unique(np.asarray(groups, dtype=float) if np.asarray(groups).dtype.kind in 'iu' else np.asarray(groups), return_inverse=True)
    codes = codes.reshape(-1)
    G = ids.shape[0]
    if not 0.0 < test_frac < 1.0 or G < 2:
        raise ValueError("need 0 < test_frac < 1 and two groups")
    k = int(np.clip(np.floor(test_frac * G + 0.5), 1, G - 1))
    order = np.random.Generator(np.random.PCG64(seed)).permutation(G)
    out = np.zeros(G, dtype=bool)
    out[order[:k]] = True
    test = out[codes]
    return np.nonzero(~test)[0], np.nonzero(test)[0]
