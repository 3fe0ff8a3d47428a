"""Runs beside the candidate's code: generators and tensors with unusual strides."""

import torch


def from_generator(channel_stats, batches):
    """The batches come from a generator; how often it was exhausted, and the result."""
    runs = []

    def stream():
        yield from batches
        runs.append(1)

    mean, std = channel_stats(stream())
    return mean, std, len(runs)


def strided(channel_stats, batches):
    """The same pixels as channels-last, transposed and sliced views."""
    views = []
    for k, batch in enumerate(batches):
        if k % 3 == 0:
            views.append(batch.permute(0, 2, 3, 1).contiguous().permute(0, 3, 1, 2))
        elif k % 3 == 1:
            views.append(batch.transpose(2, 3).contiguous().transpose(2, 3))
        else:
            wide = torch.zeros(*batch.shape[:3], 2 * batch.shape[3], dtype=batch.dtype)
            wide[..., ::2] = batch
            views.append(wide[..., ::2])
    return channel_stats(views)


def changed(channel_stats, batches):
    """Whether any of the inputs was changed."""
    before = [batch.clone() for batch in batches]
    channel_stats(batches)
    return any(not torch.equal(a, b) for a, b in zip(batches, before))


def bright(channel_stats, shape, low, high, device):
    """A large picture whose pixels alternate between two levels."""
    batch = torch.full(shape, low, dtype=torch.uint8, device=device)
    batch[..., ::2] = high
    return channel_stats([batch])
