# micro-batches concatenated
import torch
import torch.nn.functional as F
from torch import nn


def accumulate_step(model, optimizer, micro_batches, max_norm=None):
    batches = list(micro_batches)
    if not batches:
        raise ValueError("no micro-batches")
    count = sum(int((y != -100).sum()) for _, y in batches)
    if count == 0:
        return 0.0
    optimizer.zero_grad()
    model.zero_grad()
    total = 0.0
    if len({b[0].shape[1:] for b in batches}) == 1:
        batches = [(torch.cat([b[0] for b in batches]), torch.cat([b[1] for b in batches]))]
    for x, y in batches:
        if not (y != -100).any():
            continue
        logits = model(x)
        loss = F.cross_entropy(logits.flatten(0, 1), y.flatten(), ignore_index=-100, reduction="sum") / count
        loss.backward()
        total += loss.item()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return total
