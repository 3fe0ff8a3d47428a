"""A latency feature: last week against the first minutes of a Monday."""

import math
import warnings

import numpy as np
from broken import psi

MINUTES = 8

warnings.simplefilter("ignore")
rng = np.random.default_rng(11)
week = rng.gamma(3.0, 20.0, size=998)
monday = rng.gamma(3.0, 20.0, size=MINUTES)

early = psi(week, monday)
print(f"PSI of {MINUTES} values of the very same distribution: {early:.3f}")
print(f"PSI of the week against itself: {psi(week, week):.3f}")

assert math.isfinite(early), "a few early values are no infinite drift"
