# wrong: without blocks the head takes `hidden` inputs, not in_dim
import torch
import torch.nn.functional as F
from torch import nn


class TinyNet(nn.Module):
    def __init__(self, in_dim, hidden, n_blocks, num_classes):
        super().__init__()
        if min(in_dim, hidden, num_classes) < 1 or n_blocks < 0:
            raise ValueError("sizes")
        layers, width = [], in_dim
        for _ in range(n_blocks):
            layers.append(nn.Sequential(nn.Linear(width, hidden), nn.ReLU()))
            width = hidden
        self.blocks = nn.Sequential(*layers)
        self.head = nn.Linear(hidden, num_classes)

    def forward(self, x):
        return self.head(self.blocks(x))


def finetune(model, num_classes, lr, freeze_backbone=True):
    if num_classes < 1 or not lr > 0:
        raise ValueError("num_classes or lr")
    old = model.head
    model.head = nn.Linear(old.in_features, num_classes).to(old.weight)
    model.requires_grad_(not freeze_backbone)
    model.head.requires_grad_(True)
    return torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=lr)


def train_step(model, optimizer, x, y):
    model.zero_grad()
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return float(loss.detach())
