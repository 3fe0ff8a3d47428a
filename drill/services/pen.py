"""Where sittings are written down, and the pen that writes the events of one."""

from collections.abc import Callable
from dataclasses import dataclass

from drill.model import event as ev
from drill.services.ports import Clock, Log

SAVE_EVERY = 0.5
"""Seconds a change of the draft may wait for the disk."""
BEAT_EVERY = 1.0
"""Seconds between two notes of where the clock stands while nothing is typed."""


@dataclass(frozen=True, slots=True)
class Versions:
    content: str
    grader: str


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes what happens in a sitting: into which history, at what time, about which content."""

    log: Log
    clock: Clock
    versions: Versions

    def event(self, sitting: str, seq: int, offset: float, body: ev.Body) -> ev.Event:
        return ev.Event(
            sitting=sitting,
            seq=seq,
            at=self.clock.utc(),
            offset=offset,
            content=self.versions.content,
            grader=self.versions.grader,
            body=body,
        )


@dataclass(frozen=True, slots=True)
class Journal:
    """What every service that holds sittings is made with."""

    log: Log
    clock: Clock
    new_id: Callable[[], str]
    """Names a new sitting."""

    def pen(self, versions: Versions) -> Pen:
        return Pen(self.log, self.clock, versions)
