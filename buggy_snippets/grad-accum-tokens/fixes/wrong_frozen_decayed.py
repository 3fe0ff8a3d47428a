# old gradients are set to zero, not None: a frozen parameter with one is moved by weight decay, breaks 'requires_grad False are left alone'
import torch
import torch.nn.functional as F

def accumulate_step(model, optimizer, micro_batches, max_norm=None):
    batches = list(micro_batches)
    if not batches:
        raise ValueError("no micro-batches")
    counts = [int((y != -100).sum()) for _, y in batches]
    n = sum(counts)
    optimizer.zero_grad(set_to_none=False)
    model.zero_grad(set_to_none=False)
    if n == 0:
        return 0.0
    total = 0.0
    for (x, y), c in zip(batches, counts):
        if c == 0:
            continue
        logits = model(x)
        loss = F.cross_entropy(logits.reshape(-1, logits.size(-1)), y.reshape(-1), ignore_index=-100, reduction="sum") / n
        loss.backward()
        total += loss.item()
    if max_norm is not None:
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return total
