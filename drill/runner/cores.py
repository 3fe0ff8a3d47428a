"""Judge and candidate take turns, so they share a core: waking one on another core costs more."""

import os
from collections.abc import Sequence
from contextlib import suppress


class Cores:
    """The cores this process may use, handed out in turn."""

    def __init__(self) -> None:
        self._all = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []

    def pick(self, busy: Sequence[int | None]) -> int | None:
        """Return the core with the fewest pairs at work; None where cores cannot be chosen."""
        if len(self._all) < 2:  # noqa: PLR2004  (nothing to choose)
            return None
        core = min(self._all, key=busy.count)
        self._all.remove(core)
        self._all.append(core)
        return core


def settle(pid: int, core: int | None) -> None:
    """Keep a process on one core; a process that is gone, or not ours to move, is left alone."""
    if core is not None:
        with suppress(OSError):
            os.sched_setaffinity(pid, {core})
