"""What a person, the clock or the grader wants of a sitting."""

from dataclasses import dataclass

from drill.model.event import Mode, PlannedItem
from drill.model.grade import Grade, Opinion, Verdict
from drill.sitting.state import PausedBy


@dataclass(frozen=True, slots=True)
class Part:
    """So many of these, drawn by the dice."""

    pool: tuple[PlannedItem, ...]
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    mode: Mode
    title: str
    pool: tuple[PlannedItem, ...]
    """What fits the filters, in order."""
    parts: tuple[Part, ...] = ()
    """Drawn one after the other instead of the pool: a mock."""
    shuffle: bool = False
    seed: int | None = None
    """Recorded when shuffled; the dice passed to `decide` were made of it."""
    most: int | None = None
    cap_minutes: float | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    text: str


@dataclass(frozen=True, slots=True)
class Confidence:
    level: int


@dataclass(frozen=True, slots=True)
class Submit:
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The grader has marked the stored answer of an item."""

    index: int
    grade: Grade
    regraded: bool = False


@dataclass(frozen=True, slots=True)
class Expire:
    """The timer thinks that the time of the item on screen is up."""


@dataclass(frozen=True, slots=True)
class Hint:
    pass


@dataclass(frozen=True, slots=True)
class Skip:
    pass


@dataclass(frozen=True, slots=True)
class ShowReference:
    pass


@dataclass(frozen=True, slots=True)
class Overrule:
    verdict: Verdict
    reason: str
    index: int | None = None
    """None for the item under review; else any item that was graded, at any time."""


@dataclass(frozen=True, slots=True)
class Opine:
    """A second judge has read this answer of an item."""

    index: int
    answer: str
    opinion: Opinion


@dataclass(frozen=True, slots=True)
class Note:
    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    pass


@dataclass(frozen=True, slots=True)
class Pause:
    by: PausedBy = "person"


@dataclass(frozen=True, slots=True)
class Unpause:
    pass


@dataclass(frozen=True, slots=True)
class Next:
    pass


@dataclass(frozen=True, slots=True)
class End:
    pass


Command = (
    Draft
    | Confidence
    | Submit
    | Mark
    | Expire
    | Hint
    | Skip
    | ShowReference
    | Overrule
    | Note
    | Opine
    | TakeBack
    | Pause
    | Unpause
    | Next
    | End
)
