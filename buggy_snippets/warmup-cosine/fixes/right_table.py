# numpy table for each call, explicit keyword arguments in apply_lr
import numpy as np

def _curve(base, w, t, low):
    up = base * np.arange(1, w + 1) / max(w, 1)
    p = np.arange(1, t - w + 1) / max(t - w, 1)
    down = low + 0.5 * (base - low) * (1 + np.cos(np.pi * p))
    return up, down

def lr_at(step, *, base_lr, warmup_steps, total_steps, min_lr=0.0, kind="cosine"):
    if total_steps < 1: raise ValueError("total_steps")
    if warmup_steps < 0 or warmup_steps > total_steps: raise ValueError("warmup_steps")
    if step < 0: raise ValueError("step")
    if base_lr <= 0: raise ValueError("base_lr")
    if min_lr < 0 or min_lr > base_lr: raise ValueError("min_lr")
    if step >= total_steps: return min_lr
    if step < warmup_steps: return float(np.float64(base_lr) * (step + 1) / warmup_steps)
    p = (step - warmup_steps + 1) / (total_steps - warmup_steps)
    return float(min_lr + 0.5 * (base_lr - min_lr) * (1 + np.cos(np.pi * p)))

def apply_lr(optimizer, step, *, base_lr, warmup_steps, total_steps, min_lr=0.0):
    lr = lr_at(step, base_lr=base_lr, warmup_steps=warmup_steps, total_steps=total_steps, min_lr=min_lr)
    for i in range(len(optimizer.param_groups)):
        g = optimizer.param_groups[i]
        g["lr"] = (g["lr_scale"] if "lr_scale" in g else 1.0) * lr
    return lr
