"""The one place that knows what an exit code means."""

from enum import IntEnum

from drill.errors import (
    ConfigError,
    ContentError,
    DrillError,
    RunnerError,
    StoreError,
    UsageError,
)


class Exit(IntEnum):
    """What `drill` says to the program that called it."""

    FINE = 0
    NO = 1
    """The question was answered, and the answer is no."""
    USAGE = 2
    COULD_NOT_RUN = 3
    CONTENT_BROKEN = 4
    HISTORY = 5
    INTERRUPTED = 130
    """The shell's own code for control-C: the person stopped it."""


_BY_CAUSE: tuple[tuple[type[DrillError], Exit], ...] = (
    (UsageError, Exit.USAGE),
    (ConfigError, Exit.USAGE),
    (ContentError, Exit.CONTENT_BROKEN),
    (StoreError, Exit.HISTORY),
    (RunnerError, Exit.COULD_NOT_RUN),
)


def exit_for(error: DrillError) -> Exit:
    """Return the code that says whose fault `error` was."""
    for cause, code in _BY_CAUSE:
        if isinstance(error, cause):
            return code
    return Exit.COULD_NOT_RUN
