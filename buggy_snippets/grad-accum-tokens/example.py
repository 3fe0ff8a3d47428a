"""One step on two uneven micro-batches against one step on all their tokens."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from broken import accumulate_step

SHORT = 1
LONG = 11

torch.manual_seed(0)
start = nn.Sequential(nn.Embedding(7, 8), nn.Linear(8, 7)).double()


def batch(lengths):
    x = torch.randint(0, 7, (len(lengths), max(lengths)))
    y = torch.randint(0, 7, x.shape)
    for row, length in enumerate(lengths):
        y[row, length:] = -100
    return x, y


def difference(micro):
    whole, split = copy.deepcopy(start), copy.deepcopy(start)
    optimizer = torch.optim.SGD(whole.parameters(), lr=0.5)
    logits = torch.cat([whole(x).flatten(0, 1) for x, _ in micro])
    F.cross_entropy(logits, torch.cat([y.flatten() for _, y in micro])).backward()
    optimizer.step()
    accumulate_step(split, torch.optim.SGD(split.parameters(), lr=0.5), micro)
    return max((a - b).abs().max().item() for a, b in zip(whole.parameters(), split.parameters()))


even = difference([batch([6, 6]), batch([6, 6])])
uneven = difference([batch([SHORT]), batch([LONG - 2, LONG])])
print(f"largest difference of a weight: equal lengths {even:.0e}, uneven lengths {uneven:.3f}")

assert uneven < 1e-9, "accumulation is not the step of the whole batch"
