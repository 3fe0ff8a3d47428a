"""Runs beside the candidate's code: models, losses, a reference run, and a look at what is left."""

import copy
import hashlib
import random

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def build(kind, seed, dtype=torch.float32, device="cpu"):
    gen = torch.Generator().manual_seed(seed)
    body = [nn.Linear(6, 32)]
    if kind == "norm":
        body.append(nn.BatchNorm1d(32))
    body.append(nn.ReLU())
    if kind == "dropout":
        body.append(nn.Dropout(0.5))
    model = nn.Sequential(*body, nn.Linear(32, 4))
    with torch.no_grad():
        for param in model.parameters():
            scale = 0.4 if param.dim() == 2 else 0.1
            param.copy_(torch.randn(param.shape, generator=gen) * scale)
        if kind == "norm":
            model[1].weight.fill_(1.0)
            model[1].running_mean.copy_(torch.randn(32, generator=gen) * 0.3)
            model[1].running_var.copy_(torch.rand(32, generator=gen) + 0.5)
            model[1].num_batches_tracked.fill_(11)
    return model.to(device=device, dtype=dtype)


class Cut(nn.Module):
    """The features are detached: only the last bias can learn."""

    def __init__(self, seed):
        super().__init__()
        self.net = build("plain", seed)
        self.bias = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        return self.net(x).detach() + self.bias


def data(seed, n, dtype=torch.float32, device="cpu"):
    gen = torch.Generator().manual_seed(seed)
    x = torch.randn(n, 6, generator=gen).to(device=device, dtype=dtype)
    return x, (torch.arange(n) % 4).to(device)


def rng_digest():
    parts = repr(random.getstate()) + repr(np.random.get_state()[1].tobytes())
    parts += repr(np.random.get_state()[2:]) + repr(torch.get_rng_state().numpy().tobytes())
    return hashlib.sha256(parts.encode()).hexdigest()


def snapshot(model):
    return {
        "values": {name: value.detach().clone() for name, value in model.state_dict().items()},
        "flags": [module.training for module in model.modules()],
        "thawed": [param.requires_grad for param in model.parameters()],
        "grads": [None if p.grad is None else p.grad.clone() for p in model.parameters()],
    }


def differences(before, after):
    """Names of what is not as it was."""
    found = []
    if list(before["values"]) != list(after["values"]) or any(
        not torch.equal(before["values"][name], after["values"][name]) for name in before["values"]
    ):
        found.append("weights or buffers")
    if before["flags"] != after["flags"]:
        found.append("training flags")
    if before["thawed"] != after["thawed"]:
        found.append("requires_grad")
    for a, b in zip(before["grads"], after["grads"]):
        if (a is None) != (b is None) or (a is not None and not torch.equal(a, b)):
            found.append("gradients")
            break
    return found


def reference(model, loss_fn, batch, steps, lr):
    """First and last loss of the same run on a copy."""
    twin = copy.deepcopy(model).eval()
    x, y = batch
    optimizer = torch.optim.Adam([p for p in twin.parameters() if p.requires_grad], lr=lr)
    first = loss_fn(twin(x), y).item()
    for _ in range(steps):
        optimizer.zero_grad()
        loss_fn(twin(x), y).backward()
        optimizer.step()
    return first, loss_fn(twin(x), y).item()


def smooth(out, y):
    return F.cross_entropy(out, y, label_smoothing=0.1)


def run(can_overfit, kind, seed, n, kwargs, options):
    """One check of a model: the answer, the reference, what was left behind."""
    dtype = torch.float64 if options.get("double") else torch.float32
    device = options.get("device", "cpu")
    model = Cut(seed) if kind == "cut" else build(kind, seed, dtype, device)
    if options.get("mode") == "eval":
        model.eval()
    if options.get("mode") == "mixed":
        model.train()
        for k, module in enumerate(model.children()):
            module.training = k % 2 == 0
    for k, param in enumerate(model.parameters()):
        if k in options.get("frozen", ()):
            param.requires_grad_(False)
        if options.get("grads") and k % 2 == 0:
            param.grad = torch.full_like(param, 3.0)
    batch = data(seed + 1, n, dtype, device)
    if options.get("bad") is not None:
        batch[0][0, 0] = options["bad"]
    copies = batch[0].clone(), batch[1].clone()
    loss_fn = smooth if options.get("smooth") else F.cross_entropy
    steps, lr = kwargs.get("steps", 200), kwargs.get("lr", 1e-2)
    want = (None, None)
    if options.get("bad") is None and not options.get("unaided"):
        want = reference(model, loss_fn, batch, steps, lr)
    before, dice = snapshot(model), rng_digest()
    params = dict(model.named_parameters())
    answer = can_overfit(model, loss_fn, batch, **kwargs)
    moved = [name for name, p in params.items() if not torch.equal(p, before["values"][name])]
    left = differences(before, snapshot(model)) + (["weights, until looked at"] if moved else [])
    if rng_digest() != dice:
        left.append("global random state")
    if not torch.equal(batch[1], copies[1]) or not torch.equal(
        batch[0].nan_to_num(7.0), copies[0].nan_to_num(7.0)
    ):
        left.append("batch")
    types = [type(part) for part in answer] == [bool, float, float]
    return {"answer": tuple(answer), "types": types, "want": want, "left": left}


def fails_at(can_overfit, kind, seed, call, mode):
    """The loss raises at its n-th call: the error that arrives, and what is left behind."""
    model = build(kind, seed)
    model.train()
    if mode == "mixed":
        for k, module in enumerate(model.children()):
            module.training = k % 2 == 0
    for k, param in enumerate(model.parameters()):
        if k % 2:
            param.grad = torch.full_like(param, -2.0)
    calls = [0]

    def loss_fn(out, y):
        calls[0] += 1
        if calls[0] == call:
            raise LookupError("no such label")
        return F.cross_entropy(out, y)

    before, dice = snapshot(model), rng_digest()
    try:
        can_overfit(model, loss_fn, data(seed, 8), steps=6)
        seen = "no error"
    except LookupError:
        seen = "LookupError"
    left = differences(before, snapshot(model))
    if rng_digest() != dice:
        left.append("global random state")
    return seen, left


def cut_off(can_overfit, seed):
    """An output without any graph: an error or a no, and nothing left behind."""
    model = build("plain", seed)
    before = snapshot(model)
    try:
        answer = can_overfit(model, lambda out, y: F.cross_entropy(out.detach(), y), data(seed, 8))
        seen = bool(answer[0])
    except RuntimeError:
        seen = False
    return seen, differences(before, snapshot(model))


def refused(can_overfit, seed, n, kwargs, frozen):
    """Whether bad arguments are refused with ValueError, and what is left behind."""
    model = build("norm", seed)
    model.requires_grad_(not frozen)
    before = snapshot(model)
    try:
        can_overfit(model, F.cross_entropy, data(seed, n), **kwargs)
        seen = "accepted"
    except ValueError:
        seen = "ValueError"
    return seen, differences(before, snapshot(model))


def infinite_at_first(can_overfit, seed, value, later=False):
    """The first loss is not finite, any later one would be; or the other way round."""
    model = build("norm", seed)
    calls = [0]

    def loss_fn(out, y):
        calls[0] += 1
        loss = F.cross_entropy(out, y)
        return loss * 0 + value if (calls[0] == 1) != later else loss

    before = snapshot(model)
    answer = can_overfit(model, loss_fn, data(seed, 8), steps=5)
    return tuple(answer), differences(before, snapshot(model))


class Counting(nn.Module):
    """Counts its calls in a buffer, in eval mode too."""

    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(1, 1, bias=False)
        self.register_buffer("seen", torch.tensor([3.0]))
        with torch.no_grad():
            self.lin.weight.fill_(1.0)

    def forward(self, x):
        self.seen += 1
        return self.lin(x)


def squares(out, _y):
    return (out**2).mean()


def buffer_after(can_overfit):
    """The buffer of a model that changes it at each call."""
    model = Counting()
    can_overfit(model, squares, (torch.ones(2, 1), torch.zeros(2)), steps=3)
    return model.seen.item()


def overshoots(can_overfit):
    """One update so long that the loss goes from 1 to about 4."""
    return can_overfit(Counting(), squares, (torch.ones(1, 1), torch.zeros(1)), steps=1, lr=3.0)


def stands_still(can_overfit, floor, threshold=None):
    """A loss that stays at exactly 0.5."""

    def still(out, _y):
        return (out * 0).sum() + 0.5

    batch = (torch.ones(1, 1), torch.zeros(1))
    given = {} if threshold is None else {"threshold": threshold}
    return can_overfit(Counting(), still, batch, steps=2, floor=floor, **given)
