"""Written out: logsumexp minus the score of the target, only where something is scored."""

import torch


def lm_loss(logits, labels, ignore_index=-100):
    b, t, v = logits.shape
    if labels.shape != (b, t):
        raise ValueError("labels must be (B, T)")
    if torch.finfo(logits.dtype).bits < 32:
        logits = logits.float()
    rows, columns = torch.nonzero(labels[:, 1:] != ignore_index, as_tuple=True)
    targets = labels[rows, columns + 1]
    if ((targets < 0) | (targets >= v)).any():
        raise ValueError("bad target")
    scores = logits[rows, columns]
    losses = scores.logsumexp(-1) - scores.gather(1, targets.unsqueeze(1)).squeeze(1)
    return losses.sum() / max(len(losses), 1)
