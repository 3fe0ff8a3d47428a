"""A model that copies the previous token, and a row with padding appended."""

import torch

from broken import lm_loss

PADDING = 6
SURE = 20.0

tokens = torch.tensor([[3, 1, 4, 1, 5, 2]])


def sure_of(next_tokens, vocab=6):
    """Logits that put (almost) all weight on these tokens."""
    return torch.nn.functional.one_hot(next_tokens, vocab).float() * SURE


predicts = sure_of(torch.tensor([[1, 4, 1, 5, 2, 0]]))
copies = sure_of(torch.tensor([[0, 3, 1, 4, 1, 5]]))
good, bad = lm_loss(predicts, tokens).item(), lm_loss(copies, tokens).item()
print(f"predicts the next token: {good:.2f}   repeats the previous one: {bad:.2f}")

gen = torch.Generator().manual_seed(0)
logits = torch.randn(1, 6 + PADDING, 6, generator=gen)
padded = torch.cat([tokens, torch.full((1, PADDING), -100)], dim=1)
short, long = lm_loss(logits[:, :6], tokens).item(), lm_loss(logits, padded).item()
print(f"six tokens: {short:.2f}   the same with {PADDING} ignored positions behind: {long:.2f}")

assert good < bad, "repeating the previous token is rewarded"
assert abs(short - long) < 1e-5, "ignored positions change the loss"
