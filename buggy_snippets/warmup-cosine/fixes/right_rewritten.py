"""Written again, with the updates counted from one inside."""

from math import cos, pi


def lr_at(step, *, base_lr, warmup_steps, total_steps, min_lr=0.0):
    if step < 0 or total_steps < 1 or warmup_steps < 0 or warmup_steps > total_steps:
        raise ValueError("steps")
    if base_lr <= 0 or min_lr < 0 or min_lr > base_lr:
        raise ValueError("rates")
    update = step + 1
    if update > total_steps:
        return float(min_lr)
    if update <= warmup_steps:
        return base_lr * (update / warmup_steps)
    share = (update - warmup_steps) / (total_steps - warmup_steps)
    weight = 0.5 * (1 + cos(pi * share))
    return base_lr * weight + min_lr * (1 - weight)


def apply_lr(optimizer, step, **cfg):
    value = lr_at(step, **cfg)
    for group in optimizer.param_groups:
        scale = group["lr_scale"] if "lr_scale" in group else 1.0
        group.update(lr=value * scale)
    return value
