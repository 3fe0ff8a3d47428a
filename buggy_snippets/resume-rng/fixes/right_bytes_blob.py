# each part pickled to bytes by torch.save
import io, random
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer
BATCH = 8
PARTS = ("model", "optimizer", "generator", "python", "numpy", "cpu", "cuda", "step", "training")
def dump(x):
    b = io.BytesIO(); torch.save(x, b); return b.getvalue()
def load(b): return torch.load(io.BytesIO(b), weights_only=False)
def capture(model, optimizer, generator, step):
    if step < 0: raise ValueError(step)
    values = (model.state_dict(), optimizer.state_dict(), generator and generator.get_state(), random.getstate(), np.random.get_state(), torch.get_rng_state(),
              torch.cuda.get_rng_state_all() if torch.cuda.is_available() else None, step, [m.training for m in model.modules()])
    return {k: dump(v) for k, v in zip(PARTS, values)}
def restore(model, optimizer, generator, ckpt):
    for k in PARTS:
        if k not in ckpt and k != "cuda": raise KeyError(k)
    c = {k: load(v) for k, v in ckpt.items() if k in PARTS}
    model.load_state_dict(c["model"]); optimizer.load_state_dict(c["optimizer"])
    for m, flag in zip(model.modules(), c["training"]): m.training = flag
    if generator is not None and c["generator"] is not None: generator.set_state(c["generator"])
    random.setstate(c["python"]); np.random.set_state(c["numpy"]); torch.random.set_rng_state(c["cpu"])
    if c.get("cuda") and torch.cuda.is_available(): torch.cuda.set_rng_state_all(c["cuda"])
    return c["step"]
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
