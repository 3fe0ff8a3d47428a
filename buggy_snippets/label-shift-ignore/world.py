"""Runs beside the candidate's code: the loss together with its gradient."""

import torch


def loss_and_grad(lm_loss, logits, labels, kwargs):
    """Loss, its dtype, whether it hangs on the graph, and the gradient of the logits."""
    logits = logits.detach().clone().requires_grad_()
    loss = lm_loss(logits, labels, **kwargs)
    connected = loss.requires_grad
    if connected:
        loss.backward()
    grad = logits.grad if logits.grad is not None else torch.full_like(logits, torch.nan)
    return loss.detach(), connected, grad


def unchanged(lm_loss, logits, labels):
    before = logits.clone(), labels.clone()
    lm_loss(logits, labels)
    return torch.equal(before[0], logits) and torch.equal(before[1], labels)
