"""Channel statistics of an image data set, written next to it for normalisation."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor


def channel_stats(batches: Iterable[Tensor]) -> tuple[Tensor, Tensor]:
    """Mean and standard deviation per channel, in units of 0..1, over all pixels of all batches."""
    total: Tensor | None = None
    total_sq: Tensor | None = None
    count = 0
    for batch in batches:
        if batch.dtype != torch.uint8:
            raise TypeError(f"images must be uint8, got {batch.dtype}")
        n, channels, height, width = batch.shape
        if total is not None and channels != total.shape[0]:
            raise ValueError(f"expected {total.shape[0]} channels, got {channels}")
        if batch.numel() == 0:
            continue
        pixels = batch.to(torch.int16)
        sums = pixels.sum(dim=(0, 2, 3)) / (height * width)
        squares = pixels.square().sum(dim=(0, 2, 3)) / (height * width)
        total = sums if total is None else total + sums
        total_sq = squares if total_sq is None else total_sq + squares
        count += n
    if total is None or total_sq is None:
        raise ValueError("no pixels")
    mean = total.double() / count
    variance = total_sq.double() / count - mean**2
    return (mean / 255).float(), (variance.clamp(min=0).sqrt() / 255).float()
