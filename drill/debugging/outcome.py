"""What became of it: the smallest fix, and how it was verified."""

from drill.debugging.trace import Trace, clock
from drill.model.steps import PartScore, Ran, Submitted

SMALLEST, VERIFY = 3, 6

FREE_LINES = 3
"""Changed lines that are never too many, however small the reference is."""
TIMES = ((2, 3), (4, 2), (8, 1))
"""Times the reference's changed lines -> points."""
CLEAN = 2
"""The most for a fix that left something behind."""
OWN_TEST = 4
"""Points for an own test that catches every known wrong fix."""


def smallest_fix(trace: Trace) -> PartScore:
    if trace.solved is None:
        return PartScore(points=0, of=SMALLEST, events=(), why="no fix held")
    index, submit = trace.submits[-1]
    if submit.verdict != "solved":
        why = "the fix that held was broken by what was handed in last"
        return PartScore(points=0, of=SMALLEST, events=(trace.solved, index), why=why)
    points, why = _size(submit)
    return PartScore(points=points, of=SMALLEST, events=(index,), why=why)


def _size(submit: Submitted) -> tuple[int, str]:
    if submit.api_changed:
        return 0, "the public API was changed"
    size = f"{_lines(submit.changed)} changed, {submit.reference_changed} would do"
    points = next(
        (
            points
            for times, points in TIMES
            if submit.changed <= max(FREE_LINES, times * submit.reference_changed)
        ),
        0,
    )
    if submit.residue and points > CLEAN:
        return CLEAN, f"{size}; {submit.residue} left behind (prints, dead code)"
    return points, size


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def verify(trace: Trace) -> PartScore:
    own, own_events, own_why = _own_test(trace)
    full, full_events, full_why = _full_run(trace)
    held, held_events, held_why = _nothing_broken(trace)
    return PartScore(
        points=own + full + held,
        of=VERIFY,
        events=tuple(sorted({*own_events, *full_events, *held_events})),
        why=f"{own_why}; {full_why}; {held_why}",
    )


_Share = tuple[int, tuple[int, ...], str]
"""Points, the events that decided them, why."""


def _own_test(trace: Trace) -> _Share:
    holding = [
        (OWN_TEST * test.caught // test.of, index, test)
        for index, test in trace.own_tests
        if test.holds_on_fixed and test.of
    ]
    if holding:
        points, index, test = max(holding, key=lambda one: (one[0], -one[1]))
        return (
            points,
            (index,),
            f"own tests catch {test.caught} of {test.of} wrong fixes (+{points})",
        )
    unasked = [index for index, test in trace.own_tests if test.holds_on_fixed]
    if unasked:
        return 0, (unasked[0],), "no known wrong fix was there for the own tests to catch"
    if trace.own_tests:
        index = trace.own_tests[-1][0]
        return 0, (index,), "the own tests do not hold on the reference"
    return 0, (), "no own test"


def _full_run(trace: Trace) -> _Share:
    if not trace.edits:
        return 0, (), "nothing was edited"
    last = trace.edits[-1][0]
    for index, run in trace.runs:
        if index > last and _is_full(run):
            return 1, (index,), f"{clock(run.t - trace.start)} a full run after the last edit (+1)"
    return 0, (last,), "no full run after the last edit"


def _is_full(run: Ran) -> bool:
    return run.target != "scratch" and not run.smaller


def _nothing_broken(trace: Trace) -> _Share:
    """Look at the hidden checks; only where none was asked for, at example and own tests."""
    if not trace.submits:
        return _nothing_broken_in_runs(trace)
    last_index, last = trace.submits[-1]
    for index, earlier in trace.submits:
        if index < last_index and _broke(earlier, last):
            return 0, (index, last_index), "a check that once held is broken at the end"
    if not last.groups_passed:
        return 0, (last_index,), "no check was seen to hold"
    return 1, (last_index,), "no check that once held is broken (+1)"


def _nothing_broken_in_runs(trace: Trace) -> _Share:
    """Ask the last plain run: one more run that held, wherever it was, can then only help."""
    plain = [(index, run) for index, run in trace.runs if _is_full(run) and not run.probe]
    held = [index for index, run in plain if not run.failed]
    if not held:
        return 0, (), "no check was seen to hold"
    last, run = plain[-1]
    if run.failed:
        return 0, (held[-1], last), f"something held once and the {run.target} fails at the end"
    return 1, (last,), "nothing that once held is broken (+1)"


def _broke(earlier: Submitted, last: Submitted) -> bool:
    if last.verdict == "solved":
        return False
    if earlier.held is not None and last.held is not None:
        return not set(earlier.held) <= set(last.held)
    return earlier.groups_passed > last.groups_passed
