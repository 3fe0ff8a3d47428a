"""Collects the pixels and leaves the rest to torch."""

import torch


def channel_stats(batches):
    batches = list(batches)
    for batch in batches:
        if batch.dtype != torch.uint8:
            raise TypeError("expected uint8")
    if len({batch.shape[1] for batch in batches}) > 1:
        raise ValueError("mixed channel counts")
    columns = [batch.transpose(0, 1).flatten(1) for batch in batches if batch.numel()]
    if not columns:
        raise ValueError("no pixels")
    pixels = torch.cat(columns, dim=1).to(torch.float64).div(255)
    std, mean = torch.std_mean(pixels, dim=1, correction=0)
    return mean.float(), std.float()
