# streams the generator: sums first, gradients divided afterwards
import torch

class NoData(ValueError):
    pass

def accumulate_step(model, optimizer, micro_batches, max_norm=None):
    optimizer.zero_grad(set_to_none=True)
    model.zero_grad(set_to_none=True)
    seen, tokens, total = 0, 0, 0.0
    for x, y in micro_batches:
        seen += 1
        n = int(y.ne(-100).sum())
        if n == 0:
            continue
        loss = torch.nn.functional.cross_entropy(model(x).transpose(1, 2), y, reduction="sum")
        loss.backward()
        tokens += n
        total += float(loss.detach())
    if not seen:
        raise NoData("nothing")
    if not tokens:
        return 0.0
    params = [p for p in model.parameters() if p.grad is not None]
    for p in params:
        p.grad.div_(tokens)
    if max_norm is not None:
        torch.nn.utils.clip_grad_norm_(params, max_norm)
    optimizer.step()
    return total / tokens
