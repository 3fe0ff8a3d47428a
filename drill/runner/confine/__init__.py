"""Walls round a candidate's process: each layer holds or says why it does not."""

from drill.runner.confine.layers import LAYERS, REQUIRED, Walls, missing

__all__ = ["LAYERS", "REQUIRED", "Walls", "missing"]
