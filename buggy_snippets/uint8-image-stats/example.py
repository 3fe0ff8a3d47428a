"""Random images, then two images of different size: a white one, and one black pixel."""

import torch

from broken import channel_stats

SIDE = 4
IMAGES = 8

gen = torch.Generator().manual_seed(0)
images = torch.randint(0, 256, (IMAGES, 3, 16, 16), dtype=torch.uint8, generator=gen)
mean, std = channel_stats([images])
print("random images: mean", [round(m, 3) for m in mean.tolist()], "std", [round(s, 3) for s in std.tolist()])

white = torch.full((1, 3, SIDE, SIDE), 255, dtype=torch.uint8)
black = torch.zeros((1, 3, 1, 1), dtype=torch.uint8)
mixed, _ = channel_stats([white, black])
print(f"{SIDE**2} white pixels and one black: mean", [round(m, 4) for m in mixed.tolist()])

assert 0.27 < std.min() <= std.max() < 0.31, "random pixels must have a standard deviation of about 0.29"
assert abs(mixed[0].item() - SIDE**2 / (SIDE**2 + 1)) < 1e-4, "a small image counts as much as a large one"
