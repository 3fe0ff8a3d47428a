"""A latency feature: last week against a quiet Monday, and against two broken sensors."""

import math
import warnings

import numpy as np
from broken import psi

QUIET = 60
STUCK = -50.0

warnings.simplefilter("ignore")
rng = np.random.default_rng(11)
week = rng.gamma(3.0, 20.0, size=998)
monday = rng.gamma(3.0, 20.0, size=QUIET)
stuck_low, stuck_high = monday.copy(), monday.copy()
stuck_low[::2], stuck_high[::2] = STUCK, 1e6

quiet, low, high = psi(week, monday), psi(week, stuck_low), psi(week, stuck_high)
print(f"PSI of a quiet Monday:                  {quiet:.3f}")
print(f"PSI with half of the values at {STUCK:.0f}:     {low:.3f}")
print(f"PSI with half of the values at 1000000: {high:.3f}")

assert math.isfinite(quiet) and quiet < 0.5, "a quiet day is no infinite drift"
assert low > 1.0 and high > 1.0, "half of the traffic left the range and nobody sees it"
