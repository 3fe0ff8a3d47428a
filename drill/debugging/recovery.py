"""The recovery drill: an interruption at a seeded moment, and how one came back from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from drill.debugging.trace import Trace
from drill.model.steps import Edited, StepEvent

Interruption = Literal["broke_another", "four_minutes"]
SAYS: dict[Interruption, str] = {
    "broke_another": "Your fix broke another check. Go back to the last state that held, "
    "then make the smallest fix.",
    "four_minutes": "The time was cut to four minutes. Keep what holds and make the smallest fix.",
}
LEFT = 240.0
"""Seconds that `four_minutes` leaves."""
EARLIEST, LATEST = 0.25, 0.6
"""Share of the time budget between which it comes."""

WENT_BACK, SMALL = 3, 2
"""Points of the drill's own scale of five; they are no part of the 50."""


class Dice(Protocol):
    def random(self) -> float: ...


@dataclass(frozen=True)
class Plan:
    """When it comes and what it says."""

    what: Interruption
    at: float
    """Seconds from the start."""


def plan(dice: Dice, budget: float) -> Plan:
    """Draw the interruption; the same dice, the same plan."""
    at = budget * (EARLIEST + (LATEST - EARLIEST) * dice.random())
    return Plan("broke_another" if dice.random() < 0.5 else "four_minutes", at)  # noqa: PLR2004


@dataclass(frozen=True)
class Recovery:
    """How one came back; a scale of its own, beside the 50."""

    points: int
    of: int
    went_back: bool
    """The first edit after it returned to a version that had held, or none was needed."""
    small: bool
    """The final fix was at most twice the reference's."""
    why: str


def recovered(events: Sequence[StepEvent], at: float, original: str) -> Recovery:
    """Score what came after the interruption at `at` seconds."""
    trace = Trace(events)
    good = _good_versions(trace, at, original)
    after = [edit for _, edit in trace.edits if edit.t - trace.start >= at]
    current = _version_at(trace, at, original)
    went_back = current in good or (bool(after) and after[0].sha in good)
    final = next((s for _, s in reversed(trace.submits) if s.verdict == "solved"), None)
    small = final is not None and final.changed <= max(3, 2 * final.reference_changed)
    held = "stayed on what held" if current in good else "went back to what held"
    why = held if went_back else "went on from a state that did not hold"
    why += ", then the smallest fix" if small else ", and no small fix came of it"
    points = WENT_BACK * went_back + SMALL * small
    return Recovery(points, WENT_BACK + SMALL, went_back, small, why)


def _good_versions(trace: Trace, at: float, original: str) -> set[str]:
    """Return the versions that had held before the interruption; the given code always did."""
    good, sha = {original}, original
    for event in trace.events:
        if event.t - trace.start >= at:
            break
        if isinstance(event, Edited):
            sha = event.sha
        elif (event.kind == "ran" and not event.failed and event.target != "scratch") or (
            event.kind == "submitted" and event.verdict == "solved"
        ):
            good.add(sha)
    return good


def _version_at(trace: Trace, at: float, original: str) -> str:
    shas = [edit.sha for _, edit in trace.edits if edit.t - trace.start < at]
    return shas[-1] if shas else original
