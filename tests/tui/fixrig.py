"""Real services over one real exercise, with a runner that answers from a script."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path

from drill.bootstrap import Services, build
from drill.model.run import Failure, GroupResult, LocalValue, RunRequest, RunVerdict, Timing

SLUG = "lru-eviction"
MENDED = "        with self._lock:  # mended"


class FakeRunner:
    """Judges by one line in the code; can be held up to see what the screen does meanwhile."""

    start_ms = 1.0
    total_ms = 21.0

    def __init__(self) -> None:
        self.requests: list[RunRequest] = []
        self.gate = threading.Event()
        self.gate.set()
        self.cancelled = False

    def start(self) -> None:
        """Be ready at once."""

    def wait_ready(self, seconds: float = 1.0) -> None:
        """Be ready at once."""

    def run(self, request: RunRequest) -> RunVerdict:
        self.requests.append(request)
        self.gate.wait(10)
        if self.cancelled:
            self.cancelled = False
            return self._verdict(request, verdict="could_not_run", reason="cancelled")
        mended = MENDED in request.source or "_ABSENT" in request.source
        if request.target == "hidden":
            groups = tuple(
                GroupResult(
                    name=name,
                    passed=mended,
                    symptom=None if mended else "List[Tensor] [b]grew[/b] past x[/2]",
                )
                for name in request.groups
            )
            return self._verdict(
                request,
                verdict="solved" if mended else "unsolved",
                groups=groups,
                fix_points=20 if mended else 0,
            )
        if mended:
            return self._verdict(request, verdict="held", output="all well\n")
        failure = Failure(
            error="AssertionError",
            message="capacity [2], but it holds ['a', 'b', 'c']",
            file="broken.py",
            line=34,
            traceback="Traceback (most recent call last):\n  File broken.py, line 34",
            locals=(LocalValue(name="kept", value="['a', 'b', 'c']"),),
        )
        return self._verdict(request, verdict="unsolved", failure=failure, output="saw x[/2]\n")

    def _verdict(self, request: RunRequest, **fields: object) -> RunVerdict:
        return RunVerdict.model_validate(
            {
                "slug": request.slug,
                "target": request.target,
                "ms": Timing(wait=1, run=20, total=self.total_ms),
                **fields,
            }
        )

    def cancel(self) -> None:
        self.cancelled = True
        self.gate.set()

    def close(self) -> None:
        """Nothing to end."""


class StandingClock:
    """Time that stands still, for pictures."""

    def utc(self) -> datetime:
        return datetime(2026, 11, 30, 9, 30, tzinfo=UTC)

    def monotonic(self) -> float:
        return 1000.0


def fix_services(home: Path, clock: StandingClock | None = None) -> tuple[Services, FakeRunner]:
    """Build the real services over a temporary home, with only runner and clock replaced."""
    services = build(home)
    if clock is not None:
        services.__dict__["clock"] = clock
    runner = FakeRunner()
    services.__dict__["runner"] = runner
    folder = Path(__file__).parents[2] / "buggy_snippets"
    services.exercises._roots = (folder,)
    return services, runner
