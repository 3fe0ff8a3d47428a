"""A run in one go, and the same run with a pre-emption in the middle."""

import io
import random

import numpy as np
import torch
from broken import capture, restore, run
from torch import nn

STEPS = 10
STOP = 5

inputs = torch.randn(64, 6, generator=torch.Generator().manual_seed(1))
targets = torch.randn(64, 2, generator=torch.Generator().manual_seed(2))


def seed_everything(number):
    random.seed(number)
    np.random.seed(number)
    torch.manual_seed(number)


def job(number):
    seed_everything(number)
    model = nn.Sequential(nn.Linear(6, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    return model, optimizer, torch.Generator().manual_seed(number)


straight = run(*job(0), (inputs, targets), 0, STEPS)

first = job(0)
losses = run(*first, (inputs, targets), 0, STOP)
kept = capture(*first, STOP)
weight = kept["model"]["0.weight"].clone()
file = io.BytesIO()
torch.save(kept, file)
run(*first, (inputs, targets), STOP, STOP + 1)
moved = float((kept["model"]["0.weight"] - weight).abs().max())

file.seek(0)
second = job(99)
start = restore(*second, torch.load(file, weights_only=False))
losses += run(*second, (inputs, targets), start, STEPS)
print("uninterrupted:", " ".join(f"{loss:.4f}" for loss in straight))
print("resumed:      ", " ".join(f"{loss:.4f}" for loss in losses))
print(f"the run went on at step {start}")
print(f"weights in the kept checkpoint moved by {moved:.4f} when training went on")

assert losses == straight, "the resumed run is another run"
assert moved == 0.0, "the checkpoint follows the training"
