"""The 30 points for steps."""

from collections.abc import Sequence

from drill.debugging.beside import beside
from drill.debugging.discipline import discipline
from drill.debugging.finding import hypothesis, isolate, reproduce
from drill.debugging.outcome import smallest_fix, verify
from drill.debugging.trace import Judge, Trace
from drill.model.steps import Part, PartScore, StepEvent, StepScore

STEPS = 30
"""Points for steps; the fix earns the other 20 of 50."""


def score(
    events: Sequence[StepEvent],
    *,
    root_cause: Judge | None = None,
    original: str | None = None,
) -> StepScore:
    """Score a trace from its events alone.

    `root_cause` says how far a text names the true cause (None: nobody here knows it), `original`
    is the hash of the code as it was given (so that a return to it is seen as a revert).
    """
    trace = Trace(events, root_cause)
    parts: dict[Part, PartScore] = {
        "reproduce": reproduce(trace),
        "hypothesis": hypothesis(trace),
        "isolate": isolate(trace),
        "discipline": discipline(trace, original),
        "smallest_fix": smallest_fix(trace),
        "verify": verify(trace),
    }
    if trace.at_once:
        parts |= _in_full(trace, parts)
    points = sum(part.points for part in parts.values())
    return StepScore(points=points, of=STEPS, parts=parts, beside=beside(trace))


def _in_full(trace: Trace, read: dict[Part, PartScore]) -> dict[Part, PartScore]:
    """Return what a fault found by thought earns in full: it needed no other process.

    A part that is full by what was done keeps its own reason; the others have this one alone: what
    they lack is not held against anybody, and a line that named it would contradict the points.
    """
    cause = trace.cause_named(trace.first_edit)
    events = (trace.first_edit,) if cause is None else (cause.index, trace.first_edit)
    why = "in full: solved by the first edit with the cause written first"
    return {
        name: PartScore(
            points=part.of,
            of=part.of,
            events=events,
            why=why,
        )
        for name, part in read.items()
        if name in THOUGHT and part.points < part.of
    }


THOUGHT: frozenset[Part] = frozenset({"reproduce", "hypothesis", "isolate", "discipline", "verify"})
"""Parts that the right thought earns; the size of the fix counts as ever."""
