# wrong: a group whose rate is 0 keeps it
from math import cos, pi


def lr_at(step, *, base_lr, warmup_steps, total_steps, min_lr=0.0):
    ok = total_steps >= 1 and 0 <= warmup_steps <= total_steps and step >= 0
    if not (ok and base_lr > 0 and 0 <= min_lr <= base_lr):
        raise ValueError("bad schedule")
    done = step + 1
    if done == warmup_steps:
        return float(base_lr)
    if done < warmup_steps:
        return base_lr * done / warmup_steps
    if done >= total_steps:
        return float(min_lr)
    share = (done - warmup_steps) / (total_steps - warmup_steps)
    return min_lr + 0.5 * (base_lr - min_lr) * (1.0 + cos(pi * share))


def apply_lr(optimizer, step, **cfg):
    value = lr_at(step, **cfg)
    for group in optimizer.param_groups:
        group["lr"] = value * group.get("lr_scale", 1.0) if group["lr"] else 0.0
    return value
