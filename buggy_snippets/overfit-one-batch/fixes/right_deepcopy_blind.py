# trains a deep copy of the model
import copy, math, torch

def can_overfit(model, loss_fn, batch, steps=200, lr=1e-2, threshold=0.05, floor=0.0):
    x, y = batch
    if steps < 1 or not threshold > 0 or not len(x):
        raise ValueError("bad")
    twin = copy.deepcopy(model).eval()
    train = [p for p in twin.parameters() if p.requires_grad]
    if not train:
        raise ValueError("nothing to train")
    opt = torch.optim.Adam(train, lr=lr)
    def measure():
        with torch.no_grad():
            return float(loss_fn(twin(x), y))
    first = measure()
    if not math.isfinite(first):
        return (False, first, first)
    for _ in range(steps):
        opt.zero_grad()
        loss_fn(twin(x), y).backward()
        opt.step()
    last = measure()
    return (bool(math.isfinite(last) and last <= floor + threshold), first, last)
