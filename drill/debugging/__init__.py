"""From the recorded events of an exercise to the 30 points for steps, each with its reason."""

from drill.debugging.reading import read_events
from drill.debugging.scoring import score

__all__ = ["read_events", "score"]
