"""Which runner this system gets."""

import sys
from collections.abc import Sequence
from pathlib import Path

from drill.runner.client import RunnerClient
from drill.runner.fallback import OneShotClient


def choose(left_out: Sequence[Path] = (), *, spares: int = 1) -> RunnerClient | OneShotClient:
    """Warm forks on Linux; elsewhere a started process per request (forking torch is unsafe)."""
    if sys.platform == "linux":
        return RunnerClient(left_out, spares=spares)
    return OneShotClient(left_out, spares=spares)
