"""nn.Sequential for the blocks; freezing by name; gradients cleared parameter by parameter."""

import torch
from torch import nn


class TinyNet(nn.Module):
    def __init__(self, in_dim, hidden, n_blocks, num_classes):
        super().__init__()
        for value, least in ((in_dim, 1), (hidden, 1), (n_blocks, 0), (num_classes, 1)):
            if value < least:
                raise ValueError(value)
        blocks = []
        width = in_dim
        for _ in range(n_blocks):
            blocks.append(nn.Sequential(nn.Linear(width, hidden), nn.ReLU()))
            width = hidden
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(width, num_classes)

    def forward(self, x):
        return self.head(self.blocks(x))


def finetune(model, num_classes, lr, freeze_backbone=True):
    if num_classes < 1:
        raise ValueError("num_classes")
    if lr <= 0:
        raise ValueError("lr")
    new = nn.Linear(model.head.in_features, num_classes)
    model.head = new.to(model.head.weight)
    for name, p in model.named_parameters():
        p.requires_grad = name.startswith("head.") or not freeze_backbone
    return torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr)


def train_step(model, optimizer, x, y):
    for p in model.parameters():
        p.grad = None
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return float(loss.detach())
