"""Merges mean and M2 of the batches (Chan), in float64."""

import torch


def channel_stats(batches):
    n, mean, m2 = 0, None, None
    for batch in batches:
        if batch.dtype != torch.uint8:
            raise TypeError(f"{batch.dtype}")
        if mean is not None and len(mean) != batch.shape[1]:
            raise ValueError("channels")
        if 0 in batch.shape:
            continue
        x = batch.permute(1, 0, 2, 3).flatten(1).double() / 255
        k = x.shape[1]
        mu = x.mean(1)
        s = ((x - mu[:, None]) ** 2).sum(1)
        if mean is None:
            n, mean, m2 = k, mu, s
        else:
            delta = mu - mean
            m2 = m2 + s + delta**2 * (n * k / (n + k))
            mean = mean + delta * (k / (n + k))
            n += k
    if not n:
        raise ValueError("empty")
    return mean.to(torch.float32), (m2 / n).sqrt().to(torch.float32)
