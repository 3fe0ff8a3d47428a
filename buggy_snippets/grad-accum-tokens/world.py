"""Runs beside the candidate's code: small language models, optimizers, and steps by hand."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

VOCAB = 7


class Net(nn.Module):
    """Embedding, tanh layer, head; records what it is called with."""

    def __init__(self, seed):
        super().__init__()
        gen = torch.Generator().manual_seed(seed)

        def weight(*shape):
            return nn.Parameter(torch.randn(*shape, generator=gen, dtype=torch.float64) * 0.5)

        self.emb, self.mid, self.head = weight(VOCAB, 6), weight(6, 5), weight(5, VOCAB)
        self.bias = weight(VOCAB)
        self.part = nn.Identity()
        self.calls, self.modes = [], []

    def forward(self, x):
        self.calls.append(x.detach().clone())
        self.modes.append((self.training, self.part.training))
        return torch.tanh(self.emb[x] @ self.mid) @ self.head + self.bias


def optimizer_for(kind, model):
    params = [p for p in model.parameters() if p.requires_grad]
    if kind == "sgd":
        return torch.optim.SGD(params, lr=0.5)
    if kind == "momentum":
        return torch.optim.SGD(params, lr=0.2, momentum=0.9, weight_decay=0.01)
    return torch.optim.AdamW(params, lr=0.05, weight_decay=0.1)


def reference_step(model, optimizer, micro, max_norm):
    """Token-mean loss over all micro-batches in one graph, one clip, one step."""
    scores = [model(x).flatten(0, 1) for x, _ in micro]
    loss = F.cross_entropy(torch.cat(scores), torch.cat([y.flatten() for _, y in micro]))
    optimizer.zero_grad()
    loss.backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.item()


def gap(one, other):
    return max(float((a - b).detach().abs().max()) for a, b in zip(one.parameters(), other.parameters()))


def compare(accumulate, seed, kind, rounds, max_norm, how="list", stale=0.0, frozen=(), device="cpu"):
    """Several steps by the candidate and by hand: losses, differences of the weights, moves."""
    model = Net(seed).to(device)
    for name, param in model.named_parameters():
        param.requires_grad_(name not in frozen)
    twin = copy.deepcopy(model)
    first = copy.deepcopy(model)
    opt, twin_opt = optimizer_for(kind, model), optimizer_for(kind, twin)
    report = []
    for micro in rounds:
        micro = [(x.to(device), y.to(device)) for x, y in micro]
        for param in model.parameters():
            if stale and param.requires_grad:
                param.grad = torch.full_like(param, stale)
        given = iter(micro) if how == "generator" else (tuple(micro) if how == "tuple" else list(micro))
        got = accumulate(model, opt, given) if max_norm is None else accumulate(model, opt, given, max_norm)
        scored = [(x, y) for x, y in micro if bool((y != -100).any())]
        want = reference_step(twin, twin_opt, scored, max_norm)
        report.append((got, want, type(got) is float, gap(model, twin)))
    kept = all(
        torch.equal(p, dict(first.named_parameters())[name])
        for name, p in model.named_parameters()
        if name in frozen
    )
    return report, kept, gap(model, first)


def calls(accumulate, seed, micro):
    """What the model was called with, in order, and whether the micro-batches stayed the same."""
    model = Net(seed)
    before = [(x.clone(), y.clone()) for x, y in micro]
    accumulate(model, optimizer_for("sgd", model), list(micro))
    modes = [True]
    for mode in (True, False):
        for part in (True, False):
            model.train(mode)
            model.part.train(part)
            calls = len(model.calls)
            accumulate(model, optimizer_for("sgd", model), list(micro))
            seen = [*model.modes[calls:], (model.training, model.part.training)]
            modes.append(set(seen) == {(mode, part)})
            del model.calls[calls:], model.modes[calls:]
    same = all(modes) and all(torch.equal(a, x) and torch.equal(b, y) for (a, b), (x, y) in zip(before, micro))
    return [call.tolist() for call in model.calls], same


def moved_by_no_norm(accumulate, seed, micro):
    """Whether a step with a largest norm of 0 moves a weight."""
    model = Net(seed)
    before = [p.detach().clone() for p in model.parameters()]
    accumulate(model, optimizer_for("sgd", model), list(micro), 0.0)
    return not all(torch.equal(a, b) for a, b in zip(before, model.parameters()))


def frozen_is_left_alone(accumulate, seed, kind, micro):
    """With an optimizer made before the freezing: whether the frozen weight stayed, and another one moved."""
    model = Net(seed)
    opt = optimizer_for(kind, model)
    model.mid.requires_grad_(False)
    model.mid.grad = torch.ones_like(model.mid)
    mid, head = model.mid.detach().clone(), model.head.detach().clone()
    accumulate(model, opt, list(micro))
    return torch.equal(model.mid, mid), not torch.equal(model.head, head)


def nothing_scored(accumulate, seed, kind, micro, max_norm, device="cpu"):
    """After two real steps, one without any scored token: its result, and whether a weight moved or the optimizer stepped."""
    model = Net(seed).to(device)
    opt = optimizer_for(kind, model)
    gen = torch.Generator().manual_seed(seed)
    real = [
        (
            torch.randint(0, VOCAB, (2, 4), generator=gen).to(device),
            torch.randint(0, VOCAB, (2, 4), generator=gen).to(device),
        )
    ]
    for _ in range(2):
        accumulate(model, opt, list(real))
    before = [p.detach().clone() for p in model.parameters()]
    steps = []
    opt.register_step_post_hook(lambda *_: steps.append(1))
    got = accumulate(model, opt, [(x.to(device), y.to(device)) for x, y in micro], max_norm)
    kept = all(torch.equal(a, b) for a, b in zip(before, model.parameters()))
    return got, type(got) is float, kept and not steps
