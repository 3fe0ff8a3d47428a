"""Whether each edit had a reason: blind edits, reverts, submissions in a row."""

from dataclasses import dataclass, field

from drill.debugging.trace import Trace, claims_something, showed_nothing, slipped
from drill.model.steps import Edited, Hypothesis, PartScore, Ran, Submitted

DISCIPLINE = 5
IN_A_ROW = 3
"""Submissions without a run between them that show guessing."""
GUESSING = 2
"""The most that a trace with such a row earns."""


@dataclass
class _Walk:
    """Where the walk through the events stands."""

    seen: bool = False
    """Something new was looked at or thought of since the last failing try."""
    pending: list[int] = field(default_factory=list)
    """Edits that have not been tried yet."""
    failed: list[int] = field(default_factory=list)
    """Blind edits of the last failing try, forgiven when the next edit takes them back."""
    blind: list[int] = field(default_factory=list)
    best: int | None = None
    """Most groups that held in a submission; None before the first."""
    texts: set[str] = field(default_factory=set)
    shas: set[str] = field(default_factory=set)

    def edit(self, index: int, event: Edited) -> None:
        if event.sha not in self.shas:
            self.shas.add(event.sha)
            self.failed = []
            self.pending.append(index)
            return
        if not self.pending:
            self.blind = [i for i in self.blind if i not in self.failed]
        self.pending, self.failed = [], []

    def think(self, text: str) -> None:
        key = " ".join(text.lower().split())
        if key not in self.texts and claims_something(key):
            self.texts.add(key)
            self.seen = True

    def run(self, event: Ran) -> None:
        if slipped(event) or (showed_nothing(event) and not _is_try(event)):
            return
        if not event.failed and _is_try(event):
            self.held()
        elif not _is_try(event) or (event.target == "own" and not self.pending):
            self.seen = True
        elif self.pending:
            self.fail()

    def submit(self, event: Submitted) -> None:
        improved = event.verdict == "solved" or (
            self.best is not None and event.groups_passed > self.best
        )
        self.best = max(self.best or 0, event.groups_passed)
        if improved:
            self.held()
        self.fail()

    def held(self) -> None:
        self.pending, self.seen = [], True

    def fail(self) -> None:
        if self.pending:
            self.failed = [] if self.seen else self.pending
            self.blind += self.failed
        self.pending, self.seen = [], False


def _is_try(run: Ran) -> bool:
    """Whether a run tried the code as a whole; anything else looks into it."""
    return run.target != "scratch" and not run.probe and not run.smaller


def blind_edits(trace: Trace, original: str | None = None) -> tuple[int, ...]:
    """Return the places of blind edits.

    Blind: tried (run or submitted) and nothing improved, with no new observation and no new
    hypothesis since the last failing try. An attempt taken back at once is not blind, nor is the
    edit that takes it back. A plain failing run is no new observation: it only says "still".
    """
    walk = _Walk(shas=set() if original is None else {original})
    for index, event in enumerate(trace.events):
        match event:
            case Edited():
                walk.edit(index, event)
            case Hypothesis():
                walk.think(event.text)
            case Ran():
                walk.run(event)
            case Submitted() if event.verdict != "could_not_run":
                walk.submit(event)
            case _:
                pass
    return tuple(walk.blind)


def discipline(trace: Trace, original: str | None = None) -> PartScore:
    if not trace.edits:
        return _without_edits(trace)
    blind = blind_edits(trace, original)
    edits = len(trace.edits)
    points = DISCIPLINE * (edits - len(blind)) // edits
    which = "the edit was" if edits == 1 else f"{len(blind)} of {edits} edits were"
    why = f"{which} blind: tried without a new look or thought before"
    if not blind:
        why = f"each of {edits} edits had a reason" if edits > 1 else "the edit had a reason"
    row = _row_of_submits(trace)
    if row and points > GUESSING:
        why = f"{IN_A_ROW} submissions in a row with no run between: at most {GUESSING}"
        return PartScore(points=GUESSING, of=DISCIPLINE, events=row, why=why)
    return PartScore(points=points, of=DISCIPLINE, events=blind, why=why)


def _without_edits(trace: Trace) -> PartScore:
    """Score who edited nothing: looking or thinking first is discipline, doing nothing is none."""
    looked = [index for index, _ in trace.runs] + [thought.index for thought in trace.thoughts]
    if not looked:
        return PartScore(points=0, of=DISCIPLINE, events=(), why="nothing was done")
    why = "looked or thought, and edited nothing without a reason"
    return PartScore(points=DISCIPLINE, of=DISCIPLINE, events=(min(looked),), why=why)


def _row_of_submits(trace: Trace) -> tuple[int, ...]:
    """Return the first three submissions that no run parts."""
    row: list[int] = []
    for index, event in enumerate(trace.events):
        if isinstance(event, Ran):
            row = []
        elif isinstance(event, Submitted) and event.verdict != "could_not_run":
            row.append(index)
            if len(row) == IN_A_ROW:
                return tuple(row)
    return ()
