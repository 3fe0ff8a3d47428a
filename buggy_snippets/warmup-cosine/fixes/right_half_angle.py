# half-angle form, ratio first, subclass of ValueError
from math import cos, pi

class ScheduleError(ValueError):
    pass

def lr_at(step, *, base_lr, warmup_steps, total_steps, min_lr=0.0):
    problems = [total_steps < 1, warmup_steps < 0, warmup_steps > total_steps, step < 0, base_lr <= 0, min_lr < 0, min_lr > base_lr]
    if any(problems):
        raise ScheduleError(problems)
    done = step + 1
    if done <= warmup_steps:
        return base_lr * (done / warmup_steps)
    if done >= total_steps:
        return float(min_lr)
    p = (done - warmup_steps) / (total_steps - warmup_steps)
    return min_lr + (base_lr - min_lr) * cos(pi * p / 2) ** 2

def apply_lr(optimizer, step, **cfg):
    lr = lr_at(step, **cfg)
    for g in optimizer.param_groups:
        g.update(lr=lr * g.get("lr_scale", 1.0))
    return lr
