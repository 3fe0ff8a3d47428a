"""What a person did on the way to a fix: the recorded step events, one JSON object a line."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, model_validator

Target = Literal["example", "own", "scratch"]
Belief = Literal["open", "confirmed", "refuted"]
SubmitVerdict = Literal[
    "solved", "unsolved", "timeout", "crashed", "out_of_memory", "refused", "could_not_run"
]
LONGEST = 1e7
"""Seconds that a trace may last (a third of a year): what is longer is a slip of the clock."""
Count = Annotated[int, Field(ge=0, strict=True)]
Seconds = Annotated[float, Field(ge=0, le=LONGEST, allow_inf_nan=False, strict=True)]


def _how_many(left: object) -> object:
    """Read a count, or a list of what was left behind, as a count."""
    return len(left) if isinstance(left, list | tuple) else left


class _Step(BaseModel):
    """One thing that happened; never changed afterwards."""

    model_config = ConfigDict(frozen=True, extra="ignore")  # a newer drill may record more

    t: Seconds
    """Seconds from the start of the sitting; rises from event to event."""


class Opened(_Step):
    kind: Literal["opened"] = "opened"
    slug: str
    minutes: Annotated[float, Field(gt=0, le=LONGEST / 60, allow_inf_nan=False, strict=True)]
    """The exercise's time budget, from which the time bands are taken."""
    instance: Count = 0
    """Which of the exercise's disguises it was; 0 for the text of its folder."""


class Ran(_Step):
    kind: Literal["ran"] = "ran"
    target: Target
    failed: bool
    error: str | None = None
    """Type of the error or id of the failing check."""
    probe: bool = False
    """Prints, asserts, one check alone or a debugger were at work."""
    smaller: bool = False
    """The input was smaller than the one of the example."""
    expected: str | None = None
    """What the person had said it would show."""


class Hypothesis(_Step):
    kind: Literal["hypothesis"] = "hypothesis"
    text: str
    verdict: Belief = "open"
    """What the person says became of it; a later event with the same text updates it."""


class Edited(_Step):
    kind: Literal["edited"] = "edited"
    added: Count
    """Lines."""
    removed: Count
    """Lines."""
    sha: str
    """Hash of the whole text; a return to an earlier one is a revert."""


class OwnTest(_Step):
    kind: Literal["own_test"] = "own_test"
    holds_on_fixed: bool
    """It passes on the reference."""
    caught: Count
    """Known wrong fixes that it fails on."""
    of: Count
    """Known wrong fixes."""

    @model_validator(mode="after")
    def _no_more_than_all(self) -> "OwnTest":
        if self.caught > self.of:
            raise ValueError(f"caught {self.caught} of {self.of}")
        return self


class Submitted(_Step):
    kind: Literal["submitted"] = "submitted"
    verdict: SubmitVerdict
    groups_passed: Count
    groups: Count
    changed: Count
    """Lines changed against the broken code."""
    reference_changed: Count
    """Lines the reference changes."""
    residue: Annotated[Count, BeforeValidator(_how_many)] = 0
    """Prints and pieces of dead code left behind."""
    api_changed: bool = False
    """A public name, or how it is called, is not what the contract says."""
    held: tuple[str, ...] | None = None
    """Names of the groups that held, where they were recorded."""

    @model_validator(mode="after")
    def _groups_add_up(self) -> "Submitted":
        if self.groups_passed > self.groups:
            raise ValueError(f"groups_passed {self.groups_passed} of {self.groups}")
        if self.verdict == "solved" and self.groups_passed < self.groups:
            raise ValueError(f"solved, but only {self.groups_passed} of {self.groups} groups held")
        return self


class Hint(_Step):
    kind: Literal["hint"] = "hint"
    level: Annotated[int, Field(ge=1, le=3, strict=True)]


class Explained(_Step):
    kind: Literal["explained"] = "explained"
    text: str


class Closed(_Step):
    kind: Literal["closed"] = "closed"
    reason: Literal["solved", "time", "abandoned"]


StepEvent = Annotated[
    Opened | Ran | Hypothesis | Edited | OwnTest | Submitted | Hint | Explained | Closed,
    Field(discriminator="kind"),
]
"""Told apart by `kind`."""

STEP: TypeAdapter[StepEvent] = TypeAdapter(StepEvent)

Part = Literal["reproduce", "hypothesis", "isolate", "discipline", "smallest_fix", "verify"]


class PartScore(BaseModel):
    """One of the six parts of the score for steps."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    points: Count
    of: Count
    events: tuple[Count, ...]
    """Places (from 0) of the events that decided it, rising."""
    why: str
    """One line for the person."""


class Beside(BaseModel):
    """Figures shown beside the score and never part of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    runs: Count
    error_quotient: float
    """Jadud's, in [0, 1]: 0 no two failing runs in a row, 1 always the same error."""
    repeated_error_density: float
    """Becker's, at least 0: grows with each repeat of the same error in a row."""
    regressions: Count
    """Times something that held failed at the next look."""
    longest_without_run: float
    """Seconds."""
    last_green: float | None
    """Seconds from the start to the last run or submission that held; None: there was none."""
    last_green_sha: str | None
    """The version it held for; None: the code as it was given, or no green one."""


class StepScore(BaseModel):
    """What the way to the fix earned."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    points: Count
    of: Count
    parts: dict[Part, PartScore]
    beside: Beside | None = None
    """None under three runs: the figures would say nothing."""
