"""The one place that reads the clocks of the machine."""

import time
from datetime import UTC, datetime


class SystemClock:
    def utc(self) -> datetime:
        """Read the wall clock; it may jump in either direction."""
        return datetime.now(tz=UTC)  # noqa: TID251 - this is the clock

    def monotonic(self) -> float:
        """Count seconds from an unknown start; it never goes back."""
        return time.monotonic()
