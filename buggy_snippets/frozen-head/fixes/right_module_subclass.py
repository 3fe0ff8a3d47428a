# TinyNet derived from Sequential
import torch
from torch import nn
from torch.nn.functional import cross_entropy

class TinyNet(nn.Sequential):
    def __init__(self, in_dim, hidden, n_blocks, num_classes):
        if not (in_dim >= 1 and hidden >= 1 and num_classes >= 1 and n_blocks >= 0):
            raise ValueError
        super().__init__()
        w = in_dim
        self.blocks = nn.Sequential()
        for _ in range(n_blocks):
            self.blocks.append(nn.Linear(w, hidden)).append(nn.ReLU())
            w = hidden
        self.head = nn.Linear(w, num_classes)

def finetune(model, num_classes, lr, freeze_backbone=True):
    if num_classes < 1 or lr <= 0: raise ValueError
    h = model.head
    model.head = nn.Linear(h.in_features, num_classes, h.bias is not None, h.weight.device, h.weight.dtype)
    [p.requires_grad_(not freeze_backbone) for p in model.parameters()]
    [p.requires_grad_() for p in model.head.parameters()]
    return torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=lr)

def train_step(model, optimizer, x, y):
    model.zero_grad(); optimizer.zero_grad()
    loss = cross_entropy(model(x), y); loss.backward(); optimizer.step()
    return loss.item()
