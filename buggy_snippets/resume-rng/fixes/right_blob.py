"""One blob: everything that must be copied goes through torch.save at once."""
import io
import random

import numpy as np
import torch
from torch import nn

BATCH = 8


def capture(model, optimizer, generator, step):
    if step < 0:
        raise ValueError("step < 0")
    file = io.BytesIO()
    torch.save(
        {
            "weights": model.state_dict(),
            "optim": optimizer.state_dict(),
            "train": {name: m.training for name, m in model.named_modules()},
            "sampler": generator.get_state() if generator is not None else None,
            "rng": (random.getstate(), np.random.get_state(), torch.random.get_rng_state()),
            "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else None,
        },
        file,
    )
    return {"blob": file.getvalue(), "step": int(step)}


def restore(model, optimizer, generator, ckpt):
    blob, step = ckpt["blob"], ckpt["step"]
    state = torch.load(io.BytesIO(blob), weights_only=False)
    weights, optim, train, sampler = (state[k] for k in ("weights", "optim", "train", "sampler"))
    py, npy, cpu = state["rng"]
    model.load_state_dict(weights)
    optimizer.load_state_dict(optim)
    for name, m in model.named_modules():
        m.training = train[name]
    if sampler is not None and generator is not None:
        generator.set_state(sampler)
    random.setstate(py)
    np.random.set_state(npy)
    torch.random.set_rng_state(cpu)
    if state["cuda"] is not None and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda"])
    return step


def run(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    generator: torch.Generator | None,
    data: tuple,
    start: int,
    stop: int,
) -> list[float]:
    """Train from step ``start`` up to, not including, ``stop``; returns the loss of each step."""
    inputs, targets = data
    losses = []
    for _ in range(start, stop):
        rows = torch.randperm(len(inputs), generator=generator)[:BATCH].to(inputs.device)
        x, y = inputs[rows], targets[rows]
        noise = np.random.standard_normal(tuple(x.shape)).astype(np.float32)
        x = x + 0.1 * torch.from_numpy(noise).to(x.device)
        if random.random() < 0.5:
            x = -x
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
