"""The warm-up by interpolation, the decay by numpy, cast back to Python floats."""

import numpy as np


def lr_at(step, *, base_lr, warmup_steps, total_steps, min_lr=0.0):
    bad = (
        step < 0
        or total_steps < 1
        or not 0 <= warmup_steps <= total_steps
        or base_lr <= 0
        or not 0 <= min_lr <= base_lr
    )
    if bad:
        raise ValueError("impossible schedule")
    if step < warmup_steps:
        return float(np.interp(step + 1, [0, warmup_steps], [0.0, base_lr]))
    length = max(total_steps - warmup_steps, 1)
    share = np.clip((step + 1 - warmup_steps) / length, 0.0, 1.0)
    if step >= total_steps:
        share = 1.0
    return float(min_lr + (base_lr - min_lr) * (1 + np.cos(np.pi * share)) / 2)


def apply_lr(optimizer, step, **cfg):
    lr = lr_at(step, **cfg)
    for group in optimizer.param_groups:
        group["lr"] = lr * group.get("lr_scale", 1.0)
    return lr
