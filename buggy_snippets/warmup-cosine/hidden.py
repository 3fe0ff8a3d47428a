"""Hidden checks of warmup-cosine: the curve step by step, its ends, and the parameter groups."""

import math

import torch

from drill.runner.hidden import check


def want_lr(step, base_lr, warmup_steps, total_steps, min_lr=0.0):
    if step >= total_steps:
        return min_lr
    if step < warmup_steps:
        return base_lr * (step + 1) / warmup_steps
    p = (step - warmup_steps + 1) / (total_steps - warmup_steps)
    return min_lr + 0.5 * (base_lr - min_lr) * (1 + math.cos(math.pi * p))


def rates(t, steps, **cfg):
    return t.world.rates(t.candidate.lr_at, list(steps), cfg)


def compare(t, steps, **cfg):
    steps = list(steps)
    for step, got in zip(steps, rates(t, steps, **cfg), strict=True):
        assert isinstance(got, float)
        assert abs(got - want_lr(step, **cfg)) <= 1e-12 * cfg["base_lr"] + 1e-300


def config(t):
    total = t.rng.randint(1, 60)
    base = 10 ** t.rng.uniform(-5, 1)
    return {
        "base_lr": base,
        "warmup_steps": t.rng.choice([0, total, t.rng.randint(0, total)]),
        "total_steps": total,
        "min_lr": base * t.rng.choice([0.0, 0.01, 0.5, 1.0]),
    }


@check("fault")
def the_first_update_moves(t):
    """The first update has a learning rate of 0."""
    for warmup in (1, 2, 4, 100):
        cfg = {"base_lr": 0.1, "warmup_steps": warmup, "total_steps": 200}
        (got,) = rates(t, [0], **cfg)
        assert abs(got - 0.1 / warmup) <= 1e-13


@check("fault")
def warm_up_ends_at_the_peak(t):
    """The last warm-up step does not use exactly the base rate."""
    for base, warmup, total in ((0.3, 4, 10), (1e-3, 7, 7), (2.0, 1, 5), (6e-4, 2000, 10_000)):
        (got,) = rates(t, [warmup - 1], base_lr=base, warmup_steps=warmup, total_steps=total)
        assert abs(got - base) <= 1e-12 * base


@check("fault")
def the_last_update_uses_the_minimum(t):
    """The last update does not use the minimum rate."""
    for warmup, total in ((4, 10), (0, 5), (9, 10), (100, 1000)):
        for minimum in (0.0, 1e-4):
            cfg = {"base_lr": 0.2, "warmup_steps": warmup, "total_steps": total, "min_lr": minimum}
            (got,) = rates(t, [total - 1], **cfg)
            assert abs(got - minimum) <= 1e-12 * 0.2


@check("fault")
def beyond_the_end(t):
    """After the last step the rate is not the minimum any more."""
    for warmup, total in ((4, 10), (0, 5), (5, 5), (1, 1), (0, 1)):
        for minimum in (0.0, 0.05):
            cfg = {"base_lr": 0.5, "warmup_steps": warmup, "total_steps": total, "min_lr": minimum}
            steps = [total, total + 1, 2 * total, 2 * total + 3, 10 * total + 1, 10**6]
            for got in rates(t, steps, **cfg):
                assert abs(got - minimum) <= 1e-12 * 0.5


@check("fault")
def every_group_is_set(t):
    """A parameter group keeps its old rate, or its own scale is not respected."""
    for old, scales in (
        (0.0, (None, 0.1)),
        (7.0, (2.0, None, 0.5)),
        (7.0, (None,)),
        (0.0, (0.0, 3.0)),
        (5.0, (None, 2.0) * 6),
    ):
        groups = []
        for scale in scales:
            group = {"params": [torch.zeros(2, requires_grad=True)]}
            if scale is not None:
                group["lr_scale"] = scale
            groups.append(group)
        optimizer = t.torch.optim.SGD(groups, lr=old)
        for step in (0, 3, 6, 12):
            cfg = {"base_lr": 0.4, "warmup_steps": 4, "total_steps": 10, "min_lr": 0.01}
            want = want_lr(step, **cfg)
            got = t.candidate.apply_lr(optimizer, step, **cfg)
            assert isinstance(got, float)
            assert abs(got - want) <= 1e-12
            seen = [group["lr"] for group in optimizer.param_groups]
            assert len(seen) == len(scales)
            for lr, scale in zip(seen, scales, strict=True):
                assert abs(lr - want * (1.0 if scale is None else scale)) <= 1e-12


@check("fault")
def tables(t):
    """For a short schedule some step has another rate than agreed."""
    for warmup, total in ((4, 10), (0, 5), (5, 5), (1, 1), (1, 2), (0, 1), (3, 4), (2, 9)):
        for minimum in (0.0, 0.02):
            cfg = {"base_lr": 0.1, "warmup_steps": warmup, "total_steps": total, "min_lr": minimum}
            compare(t, range(total + 4), **cfg)


@check("edges")
def no_warm_up(t):
    """Without warm-up the cosine does not start with the first step."""
    compare(t, range(8), base_lr=1.0, warmup_steps=0, total_steps=6)
    compare(t, range(4), base_lr=1.0, warmup_steps=0, total_steps=1, min_lr=0.25)


@check("edges")
def warm_up_only(t):
    """A schedule that is all warm-up crashes or is not a straight line to the peak."""
    compare(t, range(9), base_lr=0.6, warmup_steps=6, total_steps=6)
    compare(t, range(4), base_lr=0.6, warmup_steps=1, total_steps=1, min_lr=0.1)


@check("edges")
def minimum_equal_to_base(t):
    """With the minimum equal to the base rate the decay is not flat."""
    compare(t, range(9), base_lr=0.3, warmup_steps=2, total_steps=7, min_lr=0.3)


@check("edges")
def bad_configurations(t):
    """An impossible configuration is accepted."""
    good = {"base_lr": 0.1, "warmup_steps": 2, "total_steps": 10, "min_lr": 0.01}
    bad = [
        {"total_steps": 0, "warmup_steps": 0},
        {"total_steps": -3, "warmup_steps": 0},
        {"warmup_steps": -1},
        {"warmup_steps": 11},
        {"base_lr": 0.0, "min_lr": 0.0},
        {"base_lr": -0.1, "min_lr": 0.0},
        {"min_lr": -1e-9},
        {"min_lr": 0.2},
    ]
    optimizer = t.torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    for change in bad:
        for step in (0, 5, 20):
            t.raises(ValueError, t.candidate.lr_at, step, **{**good, **change})
        t.raises(ValueError, t.candidate.apply_lr, optimizer, 0, **{**good, **change})
    for step in (-1, -7):
        t.raises(ValueError, t.candidate.lr_at, step, **good)
        t.raises(ValueError, t.candidate.apply_lr, optimizer, step, **good)


@check("regression")
def rises_then_falls(t):
    """The rate does not rise throughout the warm-up and fall, or stay, after it."""
    for _ in range(50):
        cfg = config(t)
        total, warmup = cfg["total_steps"], cfg["warmup_steps"]
        seen = rates(t, range(total), **cfg)
        assert all(a < b for a, b in zip(seen[:warmup], seen[1:warmup], strict=False))
        slack = 1e-12 * cfg["base_lr"]
        after = seen[max(warmup - 1, 0) :]
        assert all(a >= b - slack for a, b in zip(after, after[1:], strict=False))
        assert all(0 <= rate <= cfg["base_lr"] + slack for rate in seen)
        compare(t, range(total + 3), **cfg)


@check("scale")
def long_schedules(t):
    """A schedule of a million steps is off somewhere."""
    cfg = {"base_lr": 6e-4, "warmup_steps": 2000, "total_steps": 10**6, "min_lr": 6e-5}
    steps = [0, 1, 1998, 1999, 2000, 2001, 10**6 - 2, 10**6 - 1, 10**6, 10**6 + 5, 10**9]
    compare(t, steps + [t.rng.randrange(10**6) for _ in range(50)], **cfg)


@check("device", devices=True)
def a_real_first_step(t):
    """The first optimizer step leaves a weight where it was, or moves it too far."""
    cfg = {"base_lr": 0.8, "warmup_steps": 4, "total_steps": 10}
    lr, moved = t.world.first_step(t.candidate.apply_lr, [None, 0.5], cfg, t.device)
    assert abs(lr - 0.2) <= 1e-12
    for steps, want in zip(moved, (0.2, 0.1), strict=True):
        assert all(abs(step - want) < 1e-6 for step in steps)


@check("determinism")
def any_order_of_steps(t):
    """The rate of a step depends on which steps were asked before."""
    cfg = {"base_lr": 0.1, "warmup_steps": 3, "total_steps": 9, "min_lr": 0.001}
    forward = rates(t, range(12), **cfg)
    backward = rates(t, range(11, -1, -1), **cfg)
    assert forward == backward[::-1]
