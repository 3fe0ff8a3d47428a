"""Means weighted by their share of the tokens; optimizer.zero_grad and model.zero_grad."""

import torch
import torch.nn.functional as F


def accumulate_step(model, optimizer, micro_batches, max_norm=None):
    micro_batches = tuple(micro_batches)
    if len(micro_batches) == 0:
        raise ValueError("micro_batches is empty")
    counts = [torch.count_nonzero(y != -100).item() for _, y in micro_batches]
    total = sum(counts)
    if total == 0:
        return 0.0
    optimizer.zero_grad(set_to_none=True)
    model.zero_grad(set_to_none=True)
    mean = 0.0
    for count, (x, y) in zip(counts, micro_batches):
        if count:
            log_p = F.log_softmax(model(x), dim=-1)
            keep = y != -100
            loss = -log_p[keep].gather(1, y[keep][:, None]).mean() * (count / total)
            loss.backward()
            mean += float(loss.detach())
    if max_norm is not None:
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return mean
