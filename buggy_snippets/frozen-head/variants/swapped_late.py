"""A small classifier and its fine-tuning on a new set of classes."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class TinyNet(nn.Module):
    """n_blocks times Linear + ReLU, then a linear head."""

    def __init__(self, in_dim: int, hidden: int, n_blocks: int, num_classes: int) -> None:
        if in_dim < 1 or hidden < 1 or num_classes < 1 or n_blocks < 0:
            raise ValueError("in_dim, hidden, num_classes >= 1 and n_blocks >= 0 are needed")
        super().__init__()
        widths = [in_dim] + [hidden] * n_blocks
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Linear(a, b), nn.ReLU()) for a, b in zip(widths, widths[1:])
        )
        self.head = nn.Linear(widths[-1], num_classes)

    def forward(self, x: Tensor) -> Tensor:
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def finetune(
    model: TinyNet, num_classes: int, lr: float, freeze_backbone: bool = True
) -> torch.optim.SGD:
    """Gives the model a new head; returns the optimizer of what is to be trained."""
    if num_classes < 1 or not lr > 0:
        raise ValueError(f"need num_classes >= 1 and lr > 0, got {num_classes} and {lr}")
    for param in model.parameters():
        param.requires_grad_(not freeze_backbone)
    model.head.requires_grad_(True)
    trainable = [param for param in model.parameters() if param.requires_grad]
    optimizer = torch.optim.SGD(trainable, lr=lr)
    old = model.head.weight
    model.head = nn.Linear(old.shape[1], num_classes, device=old.device, dtype=old.dtype)
    return optimizer


def train_step(model: TinyNet, optimizer: torch.optim.Optimizer, x: Tensor, y: Tensor) -> float:
    """One update with cross-entropy; the loss before it."""
    model.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.item()
