"""Runs beside the candidate's code: builds models, trains them and reports plain numbers."""

import copy

import torch
import torch.nn.functional as F


def build(tiny_net, seed, args, dtype=None, device="cpu"):
    torch.manual_seed(seed)
    model = tiny_net(*args)
    return model.to(device=device, dtype=dtype)


def backbone(model):
    return [p for name, p in model.named_parameters() if not name.startswith("head.")]


def counts(tiny_net, args):
    """Number of registered parameters and of state entries, and how many follow .to()."""
    model = build(tiny_net, 0, args)
    params = list(model.parameters())
    total, state = sum(p.numel() for p in params), sum(v.numel() for v in model.state_dict().values())
    model.double()
    followed = sum(p.numel() for p in model.parameters() if p.dtype == torch.float64)
    x = torch.randn(3, args[0], dtype=torch.float64)
    try:
        out = model(x)
    except RuntimeError:
        return total, state, followed, "RuntimeError"
    return total, state, followed, (tuple(out.shape), out.dtype)


def forward_is_relu(tiny_net, args, seed):
    """The output against a forward pass from the registered weights; both as tensors."""
    model = build(tiny_net, seed, args, torch.float64)
    x = torch.randn(7, args[0], dtype=torch.float64)
    h = x
    weights = [p for p in backbone(model) if p.dim() == 2]
    biases = [p for p in backbone(model) if p.dim() == 1]
    for w, b in zip(weights, biases):
        h = torch.relu(h @ w.T + b)
    return model(x).detach(), (h @ model.head.weight.T + model.head.bias).detach()


def after_finetune(tiny_net, finetune, args, calls, dtype=None, device="cpu"):
    """finetune called once per entry of calls; then what the optimizer and the model look like."""
    model = build(tiny_net, 1, args, dtype, device)
    seen = []
    for num_classes, lr, freeze in calls:
        old = model.head
        optimizer = finetune(model, num_classes, lr, freeze)
        held = [p for group in optimizer.param_groups for p in group["params"]]
        wanted = [p for p in model.parameters() if p.requires_grad]
        head = list(model.head.parameters())
        seen.append(
            {
                "new": model.head is not old and all(p is not q for p in head for q in old.parameters()),
                "sgd": isinstance(optimizer, torch.optim.SGD),
                "lrs": [group["lr"] for group in optimizer.param_groups],
                "held_once": len({id(p) for p in held}) == len(held),
                "held_wanted": {id(p) for p in held} == {id(p) for p in wanted},
                "head_trains": all(p.requires_grad for p in head),
                "backbone_trains": sorted({p.requires_grad for p in backbone(model)}),
                "out": tuple(model.head.weight.shape),
                "linear": isinstance(model.head, torch.nn.Linear) and model.head.bias is not None,
                "dtype": str(model.head.weight.dtype),
                "device": model.head.weight.device.type,
                "bias": (str(model.head.bias.dtype), model.head.bias.device.type),
            }
        )
    return seen


def three_steps(tiny_net, finetune, train_step, freeze, device="cpu"):
    """Whether head and backbone moved in three steps; the losses."""
    model = build(tiny_net, 2, (6, 8, 2, 5), None, device)
    optimizer = finetune(model, 3, 0.1, freeze)
    gen = torch.Generator().manual_seed(3)
    x = torch.randn(12, 6, generator=gen).to(device)
    y = torch.randint(0, 3, (12,), generator=gen).to(device)
    head = [p.detach().clone() for p in model.head.parameters()]
    body = [p.detach().clone() for p in backbone(model)]
    losses = [train_step(model, optimizer, x, y) for _ in range(3)]
    return {
        "floats": all(type(loss) is float for loss in losses),
        "losses": [float(torch.as_tensor(loss).detach()) for loss in losses],
        "head": all(not torch.equal(a, b) for a, b in zip(head, model.head.parameters())),
        "body": [not torch.equal(a, b) for a, b in zip(body, backbone(model))],
    }


def overfit(tiny_net, finetune, train_step, steps, device="cpu"):
    """The last loss after training everything on one batch of eight clear clusters."""
    model = build(tiny_net, 4, (8, 32, 1, 6), None, device)
    optimizer = finetune(model, 4, 0.3, False)
    x = (4 * torch.eye(8)).to(device)
    y = (torch.arange(8) % 4).to(device)
    losses = [float(train_step(model, optimizer, x, y)) for _ in range(steps)]
    return losses[0], losses[-1]


def one_exact_step(tiny_net, train_step, stale, seed, only_head):
    """One step of plain SGD with stale gradients on entry, against one computed by hand."""
    model = build(tiny_net, seed, (5, 7, 2, 4), torch.float64)
    twin = copy.deepcopy(model)
    held = list(model.head.parameters()) if only_head else list(model.parameters())
    optimizer = torch.optim.SGD(held, lr=0.1)
    gen = torch.Generator().manual_seed(seed)
    x = torch.randn(9, 5, generator=gen, dtype=torch.float64)
    y = torch.randint(0, 4, (9,), generator=gen)
    for p in model.parameters():
        p.grad = torch.full_like(p, stale) if stale else None
    loss = train_step(model, optimizer, x, y)
    want = F.cross_entropy(twin(x), y)
    want.backward()
    grads = [float((p.grad - q.grad).abs().max()) for p, q in zip(model.parameters(), twin.parameters())]
    moves = []
    names = dict(model.named_parameters())
    for name, q in twin.named_parameters():
        step = q - 0.1 * q.grad if not only_head or name.startswith("head") else q
        moves.append(float((names[name] - step).detach().abs().max()))
    return float(loss), float(want.detach()), max(grads), max(moves)


def frozen_stale(tiny_net, finetune, train_step):
    """Stale gradients on a frozen backbone and on the head, two steps: do they pile up or act?"""
    model = build(tiny_net, 6, (5, 6, 2, 3), torch.float64)
    optimizer = finetune(model, 4, 0.1)
    body = [p.detach().clone() for p in backbone(model)]
    twin = copy.deepcopy(model)
    x, y = torch.randn(6, 5, dtype=torch.float64), torch.arange(6) % 4
    for p in model.parameters():
        p.grad = torch.full_like(p, 100.0)
    train_step(model, optimizer, x, y)
    F.cross_entropy(twin(x), y).backward()
    head = [
        float((p - (q - 0.1 * q.grad)).detach().abs().max())
        for p, q in zip(model.head.parameters(), twin.head.parameters())
    ]
    kept = all(torch.equal(a, b) for a, b in zip(body, backbone(model)))
    cleared = all(p.grad is None or not p.grad.any() for p in backbone(model))
    return max(head), kept, cleared


def trained_twice(tiny_net, finetune, train_step, seed):
    """The same training under the same torch seed, twice."""
    runs = []
    for _ in range(2):
        torch.manual_seed(seed)
        model = tiny_net(6, 8, 2, 3)
        optimizer = finetune(model, 4, 0.1, False)
        x, y = torch.randn(10, 6), torch.arange(10) % 4
        runs.append([train_step(model, optimizer, x, y) for _ in range(4)])
    return runs[0] == runs[1]
