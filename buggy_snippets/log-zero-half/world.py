"""Runs beside the candidate's code: the loss together with its gradient."""

import torch


def with_grad(nll, logits, target, weight, reduction):
    """The result, whether it hangs on the graph, and the gradient of its sum."""
    logits = logits.detach().clone().requires_grad_()
    loss = nll(logits, target, weight, reduction)
    connected = loss.requires_grad
    if connected:
        loss.sum().backward()
    grad = logits.grad if logits.grad is not None else torch.full_like(logits, torch.nan)
    return loss.detach(), connected, grad


def unchanged(nll, logits, target, weight):
    copies = [x.clone() for x in (logits, target, weight)]
    nll(logits, target, weight)
    return all(torch.equal(a, b) for a, b in zip(copies, (logits, target, weight)))
