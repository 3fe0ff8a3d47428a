"""Clones by hand, a nested dict of generator states."""
import random

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer

BATCH = 8


def _clone(value):
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, dict):
        return {k: _clone(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_clone(v) for v in value)
    return value


def _rng_now():
    name, keys, *rest = np.random.get_state()
    states = {"python": random.getstate(), "numpy": (name, keys.copy(), *rest), "cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        states["cuda"] = torch.cuda.get_rng_state_all()
    return states


def capture(model, optimizer, generator, step):
    if step < 0:
        raise ValueError(step)
    return dict(
        step=step,
        model=_clone(dict(model.state_dict())),
        optimizer=_clone(optimizer.state_dict()),
        flags=tuple(m.training for m in model.modules()),
        sampler=None if generator is None else generator.get_state().clone(),
        rng=_rng_now(),
        version=1,
    )


def restore(model, optimizer, generator, ckpt):
    step, weights, memory = ckpt["step"], ckpt["model"], _clone(ckpt["optimizer"])
    flags, sampler, rng = ckpt["flags"], ckpt["sampler"], ckpt["rng"]
    python, numpy_, cpu = rng["python"], rng["numpy"], rng["cpu"]
    model.load_state_dict(weights)
    optimizer.load_state_dict(memory)
    for m, flag in zip(model.modules(), flags):
        m.training = flag
    if generator is not None and sampler is not None:
        generator.set_state(sampler)
    random.setstate(python)
    np.random.set_state(numpy_)
    torch.set_rng_state(cpu)
    if torch.cuda.is_available() and rng.get("cuda"):
        torch.cuda.set_rng_state_all(rng["cuda"])
    return step


def run(
    model: nn.Module,
    optimizer: Optimizer,
    generator: torch.Generator | None,
    data: tuple[Tensor, Tensor],
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
