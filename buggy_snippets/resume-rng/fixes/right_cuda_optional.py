# the CUDA part is there only with CUDA and never demanded; flags by name; nested rng dict; extra remark
import copy, random
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim import Optimizer
BATCH = 8
def capture(model, optimizer, generator, step, *, note=""):
    if step < 0: raise ValueError("step")
    rng = {"python": random.getstate(), "numpy": np.random.get_state(), "torch": torch.get_rng_state()}
    if torch.cuda.is_available(): rng["cuda"] = [s.clone() for s in torch.cuda.get_rng_state_all()]
    out = {"weights": {k: v.detach().clone() for k, v in model.state_dict().items()}, "opt": optimizer.state_dict(),
           "flags": {n: m.training for n, m in model.named_modules()}, "rng": rng, "done": step,
           "sampler": generator.get_state() if generator is not None else None, "note": note, "torch_version": str(torch.__version__)}
    return copy.deepcopy(out)
def restore(model, optimizer, generator, ckpt):
    w, o, f, r, d, g = (copy.deepcopy(ckpt[k]) for k in ("weights", "opt", "flags", "rng", "done", "sampler"))
    py, npy, th = r["python"], r["numpy"], r["torch"]
    model.load_state_dict(w); optimizer.load_state_dict(o)
    for n, m in model.named_modules(): m.training = f[n]
    random.setstate(py); np.random.set_state(npy); torch.set_rng_state(th)
    if torch.cuda.is_available() and "cuda" in r: torch.cuda.set_rng_state_all(r["cuda"])
    if generator is not None and g is not None: generator.set_state(g)
    return d
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
