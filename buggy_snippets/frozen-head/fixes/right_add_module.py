"""Registers the blocks by name; replaces, freezes, then builds."""

import torch
import torch.nn as nn


class TinyNet(nn.Module):
    def __init__(self, in_dim, hidden, n_blocks, num_classes):
        if min(in_dim, hidden, num_classes) < 1:
            raise ValueError("sizes must be positive")
        if n_blocks < 0:
            raise ValueError("n_blocks must not be negative")
        super().__init__()
        self.blocks = nn.ModuleList()
        for k in range(n_blocks):
            self.blocks.append(nn.Linear(in_dim if k == 0 else hidden, hidden))
        self.head = nn.Linear(hidden if n_blocks else in_dim, num_classes)

    def forward(self, x):
        for layer in self.blocks:
            x = torch.relu(layer(x))
        return self.head(x)


def finetune(model, num_classes, lr, freeze_backbone=True):
    if not (num_classes >= 1 and lr > 0):
        raise ValueError("num_classes >= 1 and lr > 0")
    old = model.head
    model.head = nn.Linear(old.in_features, num_classes).to(old.weight.device, old.weight.dtype)
    model.blocks.requires_grad_(not freeze_backbone)
    groups = [{"params": model.head.parameters()}]
    if not freeze_backbone and len(model.blocks):
        groups.append({"params": model.blocks.parameters()})
    return torch.optim.SGD(groups, lr=lr)


def train_step(model, optimizer, x, y):
    optimizer.zero_grad(set_to_none=True)
    model.zero_grad(set_to_none=True)
    logits = model(x)
    loss = -torch.log_softmax(logits, dim=1).gather(1, y[:, None]).mean()
    loss.backward()
    optimizer.step()
    return loss.item()
