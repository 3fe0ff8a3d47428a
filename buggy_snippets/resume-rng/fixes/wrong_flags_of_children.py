# the flags of direct children only: a Dropout frozen inside a block comes back in another mode, breaks 'of every submodule'
import copy
import random
import numpy as np
import torch
from torch import nn

PARTS = ("model", "optimizer", "modes", "generator", "python", "numpy", "torch", "cuda", "step")

def capture(model, optimizer, generator, step):
    if step < 0:
        raise ValueError("step")
    return copy.deepcopy({
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "modes": [m.training for m in (model, *model.children())],
        "generator": generator.get_state() if generator is not None else None,
        "python": random.getstate(),
        "numpy": np.random.get_state(),
        "torch": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
        "step": step,
    })

def restore(model, optimizer, generator, ckpt):
    parts = {name: ckpt[name] for name in PARTS}
    model.load_state_dict(parts["model"])
    optimizer.load_state_dict(copy.deepcopy(parts["optimizer"]))
    for m, t in zip((model, *model.children()), parts["modes"]):
        m.train(t)
    if generator is not None and parts["generator"] is not None:
        generator.set_state(parts["generator"])
    random.setstate(parts["python"])
    np.random.set_state(parts["numpy"])
    torch.set_rng_state(parts["torch"])
    if torch.cuda.is_available() and parts["cuda"]:
        torch.cuda.set_rng_state_all(parts["cuda"])
    return parts["step"]

BATCH = 8

def run(model, optimizer, generator, data, start, stop):
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
