"""Small training jobs for the scaler, beside the candidate's code."""

import warnings

import torch

# The first step of an optimizer imports half of torch: seconds that belong to no check.
_warm = torch.nn.Parameter(torch.zeros(1))
_warm.grad = torch.zeros(1)
torch.optim.SGD([_warm], lr=0.0).step()


class Job:
    """Parameters and an optimizer; gradients come from a linear loss or are put in by hand."""

    def __init__(self, values, kind, options, groups=1, twice=False, device="cpu"):
        self.params = [torch.nn.Parameter(v.to(device).clone()) for v in values]
        lists = [self.params[i::groups] for i in range(groups)]
        if twice:
            lists[0] = [*lists[0], lists[0][0]]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            make = {"sgd": torch.optim.SGD, "adamw": torch.optim.AdamW}[kind]
            self.optimizer = make([{"params": part} for part in lists], **options)

    def clear(self):
        self.optimizer.zero_grad()

    def loss(self, slopes):
        """A loss whose gradient is the slopes; a slope of None leaves the parameter out."""
        parts = [(p * s.to(p.device)).sum() for p, s in zip(self.params, slopes) if s is not None]
        return sum(parts)

    def backward(self, scaler, slopes):
        self.clear()
        scaler.scale(self.loss(slopes)).backward()

    def put(self, grads):
        """Gradients as given, no backward."""
        for p, g in zip(self.params, grads):
            p.grad = None if g is None else g.to(p.device).clone()

    def hold(self):
        self.held = [p.grad for p in self.params]

    def still_held(self):
        """Whether the gradients are the very tensors that were held."""
        return all(p.grad is held for p, held in zip(self.params, self.held))

    def weights(self):
        return [p.detach().cpu().clone() for p in self.params]

    def grads(self):
        return [None if p.grad is None else p.grad.detach().cpu().clone() for p in self.params]

    def state(self):
        """All tensors and numbers the optimizer remembers."""
        found = []
        for p in self.params:
            for name, value in sorted(self.optimizer.state.get(p, {}).items()):
                found.append((name, value.detach().cpu().clone() if torch.is_tensor(value) else value))
        return found


def graph_of(scaler, value):
    """The scaled loss of a leaf, and the gradient that reaches the leaf."""
    leaf = torch.tensor(value, requires_grad=True)
    scaled = scaler.scale(leaf * 1.0)
    scaled.backward()
    return scaled.detach(), leaf.grad


def loss_after_scaling(scaler, value):
    """The value of a loss after it was scaled once."""
    loss = torch.tensor(value, requires_grad=True) * 1.0
    scaler.scale(loss)
    return float(loss.detach())


def good_steps(scaler, count):
    """Many steps of one small weight; whether all of them were taken."""
    weight = torch.nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([weight], lr=0.0)
    taken = 0
    for _ in range(count):
        weight.grad = torch.ones(1)
        taken += bool(scaler.step(optimizer))
    return taken == count
