"""In-memory checkpoints for jobs that may be pre-empted at any step."""

from __future__ import annotations

import random

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer

BATCH = 8


def capture(
    model: nn.Module, optimizer: Optimizer, generator: torch.Generator | None, step: int
) -> dict:
    """Everything needed to go on after ``step`` updates; goes through torch.save as it is."""
    if step < 0:
        raise ValueError(f"step must not be negative, got {step}")
    return {
        "model": dict(model.state_dict()),
        "optimizer": optimizer.state_dict(),
        "modes": [module.training for module in model.modules()],
        "generator": None if generator is None else generator.get_state(),
        "python_rng": random.getstate(),
        "numpy_rng": np.random.get_state(),
        "torch_rng": torch.get_rng_state(),
        "cuda_rng": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        "step": step,
    }


def restore(
    model: nn.Module, optimizer: Optimizer, generator: torch.Generator | None, ckpt: dict
) -> int:
    """Put a checkpoint back; returns the index of the next step."""
    parts = ["model", "optimizer", "modes", "generator", "step"]
    parts += ["python_rng", "numpy_rng", "torch_rng"]
    if torch.cuda.is_available():
        parts.append("cuda_rng")
    for part in parts:
        if part not in ckpt:
            raise KeyError(part)
    model.load_state_dict(ckpt["model"])
    optimizer.load_state_dict(ckpt["optimizer"])
    for module, training in zip(model.modules(), ckpt["modes"], strict=True):
        module.training = training
    if generator is not None and ckpt["generator"] is not None:
        generator.set_state(ckpt["generator"])
    random.setstate(ckpt["python_rng"])
    np.random.set_state(ckpt["numpy_rng"])
    torch.set_rng_state(ckpt["torch_rng"])
    if torch.cuda.is_available() and ckpt["cuda_rng"]:
        torch.cuda.set_rng_state_all(ckpt["cuda_rng"])
    return ckpt["step"]


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
