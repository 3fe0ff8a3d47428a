"""What the fix screen is shown of an exercise: frozen values, ready to render."""

from dataclasses import dataclass, field
from typing import Literal

from drill.debugging.recovery import Recovery
from drill.model.run import RunVerdict
from drill.model.steps import Belief, Target

FixPhase = Literal["working", "paused", "finished"]


@dataclass(frozen=True, kw_only=True)
class ThoughtShown:
    text: str
    verdict: Belief
    expected: str
    """What a run should show if it is true; empty when nothing was said."""
    asks: bool
    """Its run is done and its words do not tell: ask the person, then call `mark`."""


@dataclass(frozen=True, kw_only=True)
class RunShown:
    number: int
    """1 for the first run or submission of the sitting."""
    target: Target | Literal["hidden"]
    verdict: RunVerdict
    sha: str
    """The version of the code that was run."""
    stale: bool
    """The code in the editor has changed since."""


@dataclass(frozen=True, kw_only=True)
class UnreadableShown:
    """Where Python stops reading the code that was to be handed in."""

    error: str
    line: int | None
    says: str
    shown: str
    """The line, with a mark under the place."""
    stale: bool
    """The code in the editor has changed since."""


@dataclass(frozen=True, kw_only=True)
class WrongFixShown:
    """One known wrong fix and whether the own tests would have caught it."""

    says: str
    caught: bool


@dataclass(frozen=True, kw_only=True)
class OwnTestsShown:
    holds_on_fixed: bool
    wrong: tuple[WrongFixShown, ...]

    @property
    def caught(self) -> int:
        return sum(one.caught for one in self.wrong)


@dataclass(frozen=True, kw_only=True)
class FixView:
    """An exercise at one moment. Asking for it changes nothing and costs no disk access."""

    sitting: str
    slug: str
    title: str
    phase: FixPhase
    minutes: int
    instance: int
    """Which disguise of the exercise it is; 0 for the text of its folder."""
    left: float
    """Seconds on the clock, >= 0; stands still unless `working`."""
    total: float
    expired: bool
    """The clock is at zero: call `begin_close("time")`."""
    story: str
    """Empty while paused, as all texts: a pause is no time to think."""
    contract: tuple[str, ...]
    api: str
    symptom: str
    source: str
    """The code in the editor as the sitting knows it (on resume: put it back)."""
    own: str
    """The own test file."""
    scratch: str
    hints: tuple[str, ...]
    """Texts opened so far."""
    next_hint_costs: int | None
    """Points of the 50; None when all are open."""
    runs: int
    last: RunShown | None
    unreadable: UnreadableShown | None
    """Why the code was not handed in; None once something was run."""
    thoughts: tuple[ThoughtShown, ...]
    offer: str
    """What a line written now would earn; empty when nothing more."""
    interruption: str
    """What the recovery drill said; empty before it and without it."""
    solved: bool
    begun: bool
    """Something was done; without it the end throws the attempt away and there is no card."""
    closed: Literal["solved", "time", "abandoned"] | None
    paused_by: Literal["person", "quit", "lost"] | None
    own_tests: OwnTestsShown | None
    """How the own tests did, once they were judged at the end."""


@dataclass(frozen=True, kw_only=True)
class Version:
    """A text of the code that was run, submitted or gone back to."""

    sha: str
    t: float
    """Seconds from the start, when it was first seen."""
    number: int
    """0 for the code as it was given."""
    changed: int
    """Lines of code against the given one."""
    green: bool
    """A full run or a submission held for it."""
    current: bool


MomentKind = Literal[
    "opened", "ran", "hypothesis", "edited", "own_test", "submitted", "hint", "explained",
    "interrupted", "closed",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Moment:
    """One step of the timeline, in words."""

    t: float
    kind: MomentKind
    says: str
    """What came of it; its kind is not said again."""
    sha: str | None
    """The version of the code at that moment; `Fix.text` has it. None: as it was given."""
    earned: tuple[str, ...] = ()
    """Parts of the score that this event earned points for."""
    cost: tuple[str, ...] = ()
    """Parts that this event took points from."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """One's last version beside the reference, and the last attempt at the same exercise."""

    to_reference: tuple[str, ...]
    """Unified diff from one's own version to the reference."""
    points: int
    before: int | None
    """Points of the last finished attempt before this one; None for the first."""
    parts: dict[str, tuple[int, int | None]]
    """Part -> points now and then."""


@dataclass(frozen=True, kw_only=True)
class Debriefing:
    """What is shown when it is over."""

    root_cause: tuple[str, ...]
    logs: str
    find: str
    prevent: str
    sources: tuple[str, ...]
    reference: str
    recovery: Recovery | None = field(default=None)
    """Of the recovery drill; None without one."""
    own_tests: OwnTestsShown | None = None
    """How the own tests did on the known wrong fixes; None without own tests."""
