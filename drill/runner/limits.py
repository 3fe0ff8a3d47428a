"""Every cap of the runner in one place: nothing grows without one of these."""

MAX_HEADER = 8 << 20
"""Bytes of JSON in one frame."""
MAX_BODY = 128 << 20
"""Bytes of raw tensor data in one frame."""
MAX_DEPTH = 48
MAX_NODES = 1_000_000
"""Values in one frame."""
MAX_DIMS = 24
MAX_DIM = 1 << 40
MAX_TEXT = 400
"""Characters of an exception's message that cross."""
MAX_HANDLES = 200_000
MAX_CALLBACK_DEPTH = 40
MAX_OUTPUT = 64 << 10
"""Bytes of printed output kept: the tail."""
MAX_SOURCE = 1 << 20
"""Bytes of a submission."""
MAX_REPR = 120
MAX_LOCALS = 24
LOAD_SECONDS = 5.0
"""Deadline of bringing the code in."""
CHECK_SECONDS = 5.0
"""Deadline of one check that names none."""
MAX_RESPAWNS = 3
"""Fresh candidates in one submission after a crash or a hang."""
GRACE_SECONDS = 0.05
"""How long after its deadline a judge may still be writing its verdict."""
MEMORY_HEADROOM = 2 << 30
"""Bytes a candidate may map over what the process already holds."""
