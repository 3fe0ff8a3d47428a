"""Walls round a candidate's process: each layer holds or says why it does not."""
