"""Figures shown beside the score, never part of it, each with its formula."""

from itertools import pairwise

from drill.debugging.trace import Trace
from drill.model.steps import Beside, Edited, Ran, Submitted

FEWEST_RUNS = 3
"""Under this many runs the figures say nothing and are not shown."""

FORMULAS = {
    "error_quotient": "mean over neighbouring runs of (8 if both fail + 3 if with the same error) "
    "/ 11 (Jadud)",
    "repeated_error_density": "sum over rows of one error of repeats² / (repeats + 1) (Becker)",
    "regressions": "times a run or a check group that held failed at the next look",
    "longest_without_run": "longest time between two looks (start, runs, submissions, end)",
    "last_green": "time of the last run or submission that held in full",
}
"""Field of `Beside` -> how it is computed, as the screen shows it."""

BOTH_FAIL, SAME_ERROR = 8, 3


def beside(trace: Trace) -> Beside | None:
    runs = [run for _, run in trace.runs]
    if len(runs) < FEWEST_RUNS:
        return None
    green, sha = _last_green(trace)
    return Beside(
        runs=len(runs),
        error_quotient=round(error_quotient(runs), 4),
        repeated_error_density=round(repeated_error_density(runs), 4),
        regressions=regressions(trace),
        longest_without_run=round(_longest_gap(trace), 3),
        last_green=green,
        last_green_sha=sha,
    )


def error_quotient(runs: list[Ran]) -> float:
    pairs = list(pairwise(runs))
    if not pairs:
        return 0.0
    points = sum(
        BOTH_FAIL + (SAME_ERROR if one.error == two.error else 0)
        for one, two in pairs
        if one.failed and two.failed
    )
    return points / (len(pairs) * (BOTH_FAIL + SAME_ERROR))


def repeated_error_density(runs: list[Ran]) -> float:
    density, repeats = 0.0, 0
    for one, two in pairwise(runs):
        if one.failed and two.failed and one.error == two.error:
            repeats += 1
            continue
        density += repeats**2 / (repeats + 1)
        repeats = 0
    return density + repeats**2 / (repeats + 1)


def regressions(trace: Trace) -> int:
    held: dict[str, bool] = {}
    groups: int | None = None
    count = 0
    for event in trace.events:
        if isinstance(event, Ran) and event.target != "scratch":
            count += event.failed and held.get(event.target, False)
            held[event.target] = not event.failed
        elif isinstance(event, Submitted) and event.verdict != "could_not_run":
            count += groups is not None and event.groups_passed < groups
            groups = event.groups_passed
    return count


def _longest_gap(trace: Trace) -> float:
    looks = [event.t for event in trace.events if isinstance(event, Ran | Submitted)]
    end = trace.events[-1].t
    return max(two - one for one, two in pairwise([trace.start, *looks, end]))


def _last_green(trace: Trace) -> tuple[float | None, str | None]:
    green: float | None = None
    green_sha: str | None = None
    sha: str | None = None
    for event in trace.events:
        if isinstance(event, Edited):
            sha = event.sha
        elif _is_green(event):
            green, green_sha = event.t - trace.start, sha
    return green, green_sha


def _is_green(event: object) -> bool:
    if isinstance(event, Ran):
        return not event.failed and event.target != "scratch"
    return isinstance(event, Submitted) and event.verdict == "solved"
