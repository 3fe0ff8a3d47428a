"""How the fault was found: reproduce, hypothesis, isolate."""

from drill.debugging.trace import TOUCHES, Thought, Trace, clock, is_look, showed_nothing
from drill.model.steps import PartScore, Ran

REPRODUCE, HYPOTHESIS, ISOLATE = 4, 7, 5

BANDS = ((0.2, 3), (0.3, 2), (0.4, 1))
"""Share of the time budget within which the first hypothesis came -> its points."""
CAUSE = 3
"""Points for a hypothesis that named the true cause before the edit that solved it."""
QUOTE = 72
"""Letters of a hypothesis that are quoted on the card."""
MARKED = 1
"""Points when each hypothesis that proved wrong is marked so."""


def reproduce(trace: Trace) -> PartScore:
    seen = next(((i, run) for i, run in trace.runs if _shows_failure(run)), None)
    if seen is None:
        return PartScore(points=0, of=REPRODUCE, events=(), why="no run showed it failing")
    index, run = seen
    what = f"{clock(run.t - trace.start)} ran the {_NAMES[run.target]} and saw it fail"
    if run.error:
        what += f" ({run.error})"
    if index < trace.first_edit:
        return PartScore(points=4, of=REPRODUCE, events=(index,), why=what)
    if index < trace.first_submit:
        why = f"{what}, but only after the first edit"
        return PartScore(points=2, of=REPRODUCE, events=(trace.first_edit, index), why=why)
    first = min(trace.first_edit, trace.first_submit)
    why = f"{what}, but only after the first submission"
    return PartScore(points=0, of=REPRODUCE, events=(first, index), why=why)


_NAMES = {"example": "example", "own": "own tests", "scratch": "scratch file"}


def _shows_failure(run: Ran) -> bool:
    """Whether a run showed the fault; a scratch file may fail for reasons of its own."""
    if not run.failed or showed_nothing(run):
        return False
    return run.target != "scratch" or run.probe or run.smaller or run.error is not None


def hypothesis(trace: Trace) -> PartScore:
    thoughts = trace.thoughts
    if not thoughts:
        return PartScore(points=0, of=HYPOTHESIS, events=(), why="no hypothesis was written")
    early, early_why = _early(trace, thoughts[0])
    cause = trace.cause_named(trace.solving_edit)
    unmarked = _unmarked(trace)
    marks = [*unmarked, *(thought for thought in thoughts if thought.belief == "refuted")]
    events = {thoughts[0].index, *(thought.marked for thought in marks)}
    events |= {thought.index for thought in marks}
    if cause:
        events |= {cause.index} if cause.credit is not None else {cause.index, cause.marked}
    points = early + (CAUSE if cause else 0) + (0 if unmarked else MARKED)
    why = f"{early_why}; {_cause_why(trace, cause)}; {_marked_why(trace, unmarked)}"
    return PartScore(points=points, of=HYPOTHESIS, events=tuple(sorted(events)), why=why)


def _early(trace: Trace, first: Thought) -> tuple[int, str]:
    """Score how early it came; the line holds the time against the limits on both its sides."""
    past = ""
    for share, points in BANDS:
        limit = share * trace.budget
        if first.t <= limit:
            within = f"within {_seconds(limit)} ({share:g} of the time)"
            return points, f"first written at {_seconds(first.t)}, {past}{within} (+{points})"
        past = f"past {_seconds(limit)}, "
    past = past.removesuffix(", ")
    return 0, f"first written at {_seconds(first.t)}, {past} ({BANDS[-1][0]:g} of the time) (+0)"


def _seconds(count: float) -> str:
    return f"{count:.1f}".removesuffix(".0") + " s"


def _cause_why(trace: Trace, cause: Thought | None) -> str:
    if cause is not None:
        if cause.credit is None:
            return (
                f"{quoted(cause.text)} was marked confirmed and the fix held; "
                f"the true cause is not known here (+{CAUSE})"
            )
        return f"{quoted(cause.text)} names the true cause (+{CAUSE})"
    if not trace.knows_cause:
        return "the true cause is not known here, and none was confirmed before a fix that held"
    late = trace.cause_named(len(trace.events))
    if late is not None:
        return f"{quoted(late.text)} names the true cause, but after the edit that solved it"
    return "none of the first three names the true cause"


def _unmarked(trace: Trace) -> list[Thought]:
    """Return the counted hypotheses that proved wrong and are not marked so."""
    if trace.knows_cause:
        wrong = [t for t in trace.thoughts if t.credit is not None and t.credit < TOUCHES]
        if trace.solved is None:  # an open one may still be open; a confirmed one is not refuted
            return [thought for thought in wrong if thought.belief == "confirmed"]
        return [thought for thought in wrong if thought.belief != "refuted"]
    confirmed = any(thought.belief == "confirmed" for thought in trace.thoughts)
    return [thought for thought in trace.thoughts if confirmed and thought.belief == "open"]


def _marked_why(trace: Trace, unmarked: list[Thought]) -> str:
    if unmarked:
        return f"{quoted(unmarked[0].text)} proved wrong and is not marked refuted"
    if any(thought.belief == "refuted" for thought in trace.thoughts):
        return f"what proved wrong is marked refuted (+{MARKED})"
    return f"nothing had to be marked refuted (+{MARKED})"


def quoted(text: str) -> str:
    """Quote a person's words on one line, cut between words where they are many."""
    flat = " ".join(text.split())
    if len(flat) > QUOTE:
        head = flat[: QUOTE + 1]
        whole = head.rpartition(" ")[0] if " " in head else head[:QUOTE]
        flat = f"{whole.rstrip(' ,;:')} …"
    return f'"{flat}"'


def isolate(trace: Trace) -> PartScore:
    looks = [i for i, run in trace.runs if is_look(run) and i < trace.solving_edit]
    cause = trace.cause_named(trace.first_edit)
    if cause is not None and len(looks) < ENOUGH:
        why = f"{clock(cause.t)} the true cause was named before the first edit"
        return PartScore(points=ISOLATE, of=ISOLATE, events=(cause.index,), why=why)
    until = "" if trace.solved is None else " before the edit that solved it"
    when = " · ".join(clock(trace.events[i].t - trace.start) for i in looks[:ENOUGH])
    if len(looks) >= ENOUGH:
        why = f"{when} looked closer{until}"
        return PartScore(points=ISOLATE, of=ISOLATE, events=tuple(looks[:ENOUGH]), why=why)
    if looks:
        why = f"{when} looked closer once; a second probe would be worth 2"
        return PartScore(points=3, of=ISOLATE, events=tuple(looks), why=why)
    why = f"no smaller input, print, assert, single check or debugger{until}"
    return PartScore(points=0, of=ISOLATE, events=(), why=why)


ENOUGH = 2
"""Useful probes that isolate a fault."""
