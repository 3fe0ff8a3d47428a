"""Some days of a log, four rows a day, written by two machines and so out of order."""

import numpy as np
from broken import temporal_split

DAYS = 10
GAP = 2.0

days = np.concatenate([np.repeat(np.arange(1, DAYS + 1), 3), np.arange(1, DAYS + 1)]).astype(float)
train, val = temporal_split(days, val_frac=0.2)
both = sorted(set(days[train].tolist()) & set(days[val].tolist()))
print(f"{len(train)} training rows, days {days[train].min():.0f} to {days[train].max():.0f}")
print(f"{len(val)} validation rows, days {days[val].min():.0f} to {days[val].max():.0f}")
print(f"days on both sides: {both}")

spaced, later = temporal_split(days, val_frac=0.2, gap=GAP)
distance = days[later].min() - days[spaced].max()
print(f"with a gap of {GAP:.0f} days the sides are {distance:.0f} days apart")

assert days[train].max() < days[val].min(), "the future is in the training set"
assert distance > GAP, "the gap is not a distance in time"
