"""Histogram per channel: 256 exact counts are all that is needed."""

import torch


def channel_stats(batches):
    counts = None
    device = None
    for batch in batches:
        if batch.dtype is not torch.uint8:
            raise TypeError("uint8 images are needed")
        channels = batch.size(1)
        if counts is None:
            counts = torch.zeros(channels, 256, dtype=torch.int64, device=batch.device)
            device = batch.device
        if channels != counts.size(0):
            raise ValueError("channel count changed")
        for c in range(channels):
            counts[c] += torch.bincount(batch[:, c].reshape(-1).long(), minlength=256)
    if counts is None or counts.sum() == 0:
        raise ValueError("no pixels at all")
    levels = torch.arange(256, dtype=torch.float64, device=device) / 255
    share = counts / counts.sum(1, keepdim=True).double()
    mean = share @ levels
    std = (share * (levels - mean[:, None]) ** 2).sum(1).sqrt()
    return mean.float(), std.float()
