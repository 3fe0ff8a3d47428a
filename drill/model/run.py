"""A request to run code, and what came of it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Target = Literal["hidden", "example", "own", "scratch"]
"""hidden: the checks decide. example, own, scratch: the script is run beside the code."""
Device = Literal["auto", "cpu", "cuda", "mps"]
Outcome = Literal[
    "solved",
    "held",
    "unsolved",
    "timeout",
    "crashed",
    "out_of_memory",
    "refused",
    "could_not_run",
]
"""`solved` only for hidden checks; `held` for a script that ran to its end."""
Trust = Literal["own", "partner"]
FIX_POINTS = 20


class Frozen(BaseModel):
    """Base of every value here: immutable, and nothing unknown is let in."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RunRequest(Frozen):
    slug: str
    source: str
    """Whole text of the candidate's broken.py."""
    target: Target = "hidden"
    own_source: str | None = None
    """Text of the own test or scratch script; for `example` None means the exercise's own."""
    device: Device = "auto"
    trust: Trust = "own"
    """A partner's code is refused where a layer of confinement is missing."""
    seed: int | None = None
    """Seed of the checks' dice; None lets the runner draw one."""
    folder: str = ""
    """Folder of the exercise; the service fills it in."""
    groups: tuple[str, ...] = ()
    """Check groups of the exercise in their order; the service fills them in."""
    devices: tuple[str, ...] = ("cpu",)
    """Devices the exercise is made for; the service fills them in."""
    seconds: float = 20
    """Deadline of the whole run on a machine of ordinary speed."""
    thorough: bool = True
    """Judge all that can be judged; without it the first check that fails ends the run."""


class GroupResult(Frozen):
    name: str
    passed: bool
    symptom: str | None = None
    """What a person would observe, from the first check that failed; None when it holds."""


class LocalValue(Frozen):
    """A variable at the failing line: data to show, never to trust."""

    name: str
    value: str
    """Its repr, shortened."""


class Failure(Frozen):
    """Why a script stopped."""

    error: str
    """Type of the exception, such as `AssertionError`."""
    message: str
    file: str
    """`broken.py`, `example.py`, `own.py` or `scratch.py`."""
    line: int | None
    """1-based line in `file`, the innermost frame that belongs to the person."""
    traceback: str
    locals: tuple[LocalValue, ...] = ()


class Timing(Frozen):
    wait: float
    """Milliseconds until a spare took the request."""
    run: float
    total: float


class CheckTime(Frozen):
    check: str
    """`group/name`."""
    ms: float
    limit_ms: float
    """Its own deadline, after calibration."""

    @property
    def margin(self) -> float:
        """How many times as long it might have taken."""
        return self.limit_ms / max(self.ms, 0.001)


class RunVerdict(Frozen):
    slug: str
    target: Target
    verdict: Outcome
    groups: tuple[GroupResult, ...] = ()
    fix_points: int = 0
    """0-20, in proportion to the groups that hold; 0 with the planted fault unfixed."""
    failed_check: str | None = None
    """`group/name` of the first check that failed, for the record."""
    reason: str = ""
    """One line: the first thing that failed, or why the code was not run."""
    device: str = "cpu"
    confinement: tuple[str, ...] = ()
    """Layers that held."""
    notice: str = ""
    """Said to the person when a layer was missing."""
    output: str = ""
    """Tail of what the code printed, control characters shown as ·."""
    failure: Failure | None = None
    ms: Timing = Timing(wait=0, run=0, total=0)
    limit_ms: float = 0
    """The deadline that applied, after calibration."""
    tightest: CheckTime | None = None
    """The check that came nearest to its own deadline."""
    seed: int = 0

    @property
    def failed(self) -> bool:
        """Whether the code was run and did not hold (not: could not be run)."""
        return self.verdict in {"unsolved", "timeout", "crashed", "out_of_memory"}


def fix_points(groups: tuple[GroupResult, ...]) -> int:
    """Points of a fix: nothing with the fault unfixed, else the share of groups that hold."""
    fault_holds = any(g.passed for g in groups if g.name == "fault")
    if not fault_holds:
        return 0
    return FIX_POINTS * sum(g.passed for g in groups) // len(groups)
