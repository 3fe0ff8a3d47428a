"""What happened in a sitting, as a list of events: the one truth everything else is read off.

Old events stay readable for ever: a field may be added with a default, none is renamed or dropped.
"""

from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

from drill.model.grade import Grade, Opinion, Verdict

Mode = Literal["quick_fire", "grill", "spoken", "long", "mixed", "exercise"]
ItemKind = Literal["question", "spoken", "long", "exercise"]
Ending = Literal["done", "ended", "cap"]
"""`ended`: the person ended it before the last item; `cap`: its minutes were over."""


class Frozen(BaseModel):
    """A value: never changed, and no field that nobody declared; built at its first use."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class PlannedItem(Frozen):
    """One item of a sitting, with all that scoring needs, so that no fold asks the bank."""

    id: str
    """`q01`..`q50`, `S-A`..`S-H`, `L1`..`L5`, or the slug of an exercise."""
    kind: ItemKind
    number: int | None = None
    """1-50 for a question of the grill, else None."""
    topic: str = ""
    """Letter of the catalogue, `A`..`H`."""
    concepts: tuple[str, ...] = ()
    """A quick-fire twin carries the concepts of the question it restates."""
    twin_of: str | None = None
    seconds: float
    """Time limit for thinking and answering together, > 0."""
    hints: int = 0
    """How many hints can be opened."""


class SittingStarted(Frozen):
    kind: Literal["sitting_started"] = "sitting_started"
    mode: Mode
    title: str
    items: tuple[PlannedItem, ...]
    cap_minutes: float | None = None
    """No new item is shown once this many minutes have run, pauses left out."""
    seed: int | None = None
    """The seed that shuffled the items; None when they stand in order."""


class ItemShown(Frozen):
    kind: Literal["item_shown"] = "item_shown"
    index: int
    """0-based place in `SittingStarted.items`, as in every event below."""


class DraftChanged(Frozen):
    """One edit of the answer box: `old[:at] + put + old[at + cut:]` is the new draft."""

    kind: Literal["draft_changed"] = "draft_changed"
    index: int
    at: int
    cut: int
    put: str


class ConfidenceGiven(Frozen):
    kind: Literal["confidence_given"] = "confidence_given"
    index: int
    level: Annotated[int, Field(ge=1, le=4)]
    """1 a guess … 4 certain; given before the reveal."""


class HintOpened(Frozen):
    kind: Literal["hint_opened"] = "hint_opened"
    index: int
    level: int
    """1 for the first hint."""


class AnswerSubmitted(Frozen):
    kind: Literal["answer_submitted"] = "answer_submitted"
    index: int
    text: str
    cause: Literal["person", "expiry"] = "person"
    late: bool = False
    """The key came after the limit and before the timer was seen: never cold."""


class AnswerGraded(Frozen):
    kind: Literal["answer_graded"] = "answer_graded"
    index: int
    grade: Grade
    regraded: bool = False
    """True when a later engine or bank marked the stored answer again; the first mark stays."""


class ItemExpired(Frozen):
    """The time ran out over an empty box: nothing was submitted."""

    kind: Literal["item_expired"] = "item_expired"
    index: int


class ItemSkipped(Frozen):
    kind: Literal["item_skipped"] = "item_skipped"
    index: int


class ReferenceShown(Frozen):
    kind: Literal["reference_shown"] = "reference_shown"
    index: int


class MarkOverruled(Frozen):
    kind: Literal["mark_overruled"] = "mark_overruled"
    index: int
    verdict: Verdict
    reason: str
    """May be empty only where the engine was not sure and asked the person."""


class NoteWritten(Frozen):
    kind: Literal["note_written"] = "note_written"
    index: int
    text: str


class OpinionGiven(Frozen):
    """A second judge, set up by the person, said what it thinks of an answer."""

    kind: Literal["opinion_given"] = "opinion_given"
    index: int
    opinion: Opinion


class Undone(Frozen):
    """The last undoable act (submit, skip, overrule, note, confidence) was taken back."""

    kind: Literal["undone"] = "undone"
    index: int
    what: str
    """Kind of the event that was taken back."""


class Paused(Frozen):
    kind: Literal["paused"] = "paused"
    reason: Literal["person", "quit", "lost"] = "person"
    """`lost`: found at the next start; the process had ended without a word."""


class Unpaused(Frozen):
    kind: Literal["unpaused"] = "unpaused"


class SittingFinished(Frozen):
    kind: Literal["sitting_finished"] = "sitting_finished"
    reason: Ending


class StepRecorded(Frozen):
    """A step event of an exercise (`drill.model.steps`), kept as it came."""

    kind: Literal["step_recorded"] = "step_recorded"
    index: int
    slug: str
    step: dict[str, JsonValue]


class CodeSaved(Frozen):
    kind: Literal["code_saved"] = "code_saved"
    index: int
    slug: str
    sha: str
    """SHA-256 of `text` as UTF-8, in hex."""
    text: str


class ExerciseScored(Frozen):
    """What an exercise came to; written when it is closed."""

    kind: Literal["exercise_scored"] = "exercise_scored"
    index: int
    slug: str
    fix: float
    """0-20."""
    steps: float
    """0-30."""
    parts: dict[str, float]
    """Points of each part of the steps, by name."""
    hints: int = 0
    """Points that opened hints cost."""
    solved: bool = False


Body = (
    SittingStarted
    | ItemShown
    | DraftChanged
    | ConfidenceGiven
    | HintOpened
    | AnswerSubmitted
    | AnswerGraded
    | ItemExpired
    | ItemSkipped
    | ReferenceShown
    | MarkOverruled
    | NoteWritten
    | OpinionGiven
    | Undone
    | Paused
    | Unpaused
    | SittingFinished
    | StepRecorded
    | CodeSaved
    | ExerciseScored
)
"""What happened; told apart by `kind`."""


class Event(Frozen):
    """A body with its place and time."""

    sitting: str
    """Id of the sitting, 32 hex digits."""
    seq: Annotated[int, Field(ge=0)]
    """Place in the sitting, from 0 without a gap."""
    at: AwareDatetime
    """Wall clock in UTC. It may jump; nothing is measured with it."""
    offset: Annotated[float, Field(ge=0)]
    """Seconds the sitting had been open, on a monotonic clock that stands while drill is closed."""
    content: str
    """Version of the question bank."""
    grader: str
    """Version of the grading engine."""
    body: Annotated[Body, Field(discriminator="kind")]

    def follows(self, earlier: Self) -> bool:
        """Whether this event can come right after `earlier` in one sitting."""
        return (
            self.sitting == earlier.sitting
            and self.seq == earlier.seq + 1
            and self.offset >= earlier.offset
        )
