# wrong: halves always go up, round takes them to the even number
"""Sends a share of the users to the canary model and rolls back when it fails."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable
from typing import Any

BUCKETS = 10_000


class CanaryRouter:
    """Users keep their bucket; the canary serves the lowest ``percent`` of the buckets."""

    def __init__(self, percent: float, salt: str = "canary-v1", max_errors: int = 3) -> None:
        self.salt = salt
        self.max_errors = max_errors
        self.set_percent(percent)

    def set_percent(self, percent: float) -> None:
        """Turn the dial; starts a new count of errors."""
        if not 0.0 <= percent <= 100.0:
            raise ValueError(f"percent must lie between 0 and 100, got {percent}")
        self.percent = float(percent)
        self.canary_errors = 0
        self.rolled_back = False

    def bucket(self, user_id: int | str) -> int:
        digest = hashlib.sha256(f"{self.salt}:{user_id}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % BUCKETS

    def route(self, user_id: int | str) -> str:
        limit = int(self.percent * BUCKETS / 100 + 0.5)
        return "canary" if self.bucket(user_id) < limit else "stable"

    def serve(
        self,
        user_id: int | str,
        request: Any,
        stable_fn: Callable[[Any], Any],
        canary_fn: Callable[[Any], Any],
    ) -> Any:
        """Answer one request; a failing canary is covered by the stable model."""
        if self.route(user_id) == "stable":
            return stable_fn(request)
        try:
            return canary_fn(copy.deepcopy(request))
        except Exception:
            self.canary_errors += 1
            if self.canary_errors >= self.max_errors:
                self.rolled_back = True
                self.percent = 0.0
        return stable_fn(request)
