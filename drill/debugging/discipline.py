"""Whether each edit had a reason: blind edits, reverts, submissions in a row."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from drill.debugging.trace import Trace, claims_something, showed_nothing, slipped
from drill.model.steps import Edited, Hypothesis, PartScore, Ran, Submitted

DISCIPLINE = 5
IN_A_ROW = 3
"""Submissions without a run between them that show guessing."""
GUESSING = 2
"""The most that a trace with such a row earns."""

Reason = Literal["seen", "improved", "taken back", "untried", "blind"]
_SAYS: dict[Reason, str] = {
    "seen": "looked or thought before",
    "improved": "improved",
    "taken back": "taken back",
    "untried": "never tried",
}
"""Why an edit is not blind, as the card says it."""


@dataclass(frozen=True)
class Judged:
    """What became of an edit."""

    reason: Reason
    event: int
    """Place of the event that decided it."""


@dataclass
class _Walk:
    """Where the walk through the events stands."""

    history: list[tuple[str | None, int | None]]
    """Each text that was current, with the place of the edit that made it; None: as given."""
    seen: int | None = None
    """Place of what was looked at or thought of anew since the last failing try."""
    pending: list[int] = field(default_factory=list)
    """Edits that have not been tried yet."""
    judged: dict[int, Judged] = field(default_factory=dict)
    best: int | None = None
    """Most groups that held in a submission; None before the first."""
    texts: set[str] = field(default_factory=set)

    def edit(self, index: int, event: Edited) -> None:
        """Take the edit as new, or as the way back to where its text was last current."""
        shas = [sha for sha, _ in self.history]
        if event.sha == shas[-1]:
            return  # the same text: nothing was edited
        self.history.append((event.sha, index))
        if event.sha not in shas:
            self.pending.append(index)
            return
        back = len(shas) - 1 - shas[::-1].index(event.sha)
        undone = {edit for _, edit in self.history[back + 1 :] if edit is not None}
        self.pending = [edit for edit in self.pending if edit not in undone]
        self.judged |= {edit: Judged("taken back", index) for edit in undone}

    def think(self, index: int, text: str) -> None:
        key = " ".join(text.lower().split())
        if key not in self.texts and claims_something(key):
            self.texts.add(key)
            self.seen = index

    def run(self, index: int, event: Ran) -> None:
        if slipped(event) or (showed_nothing(event) and not _is_try(event)):
            return
        if not event.failed and _is_try(event):
            self.held(index)
            self.seen = index
        elif not _is_try(event) or (event.target == "own" and not self.pending):
            self.seen = index
        elif self.pending:
            self.fail(index)

    def submit(self, index: int, event: Submitted) -> None:
        improved = event.verdict == "solved" or (
            self.best is not None and event.groups_passed > self.best
        )
        self.best = max(self.best or 0, event.groups_passed)
        if improved:
            self.held(index)
        self.fail(index)

    def held(self, index: int) -> None:
        self._judge(Judged("improved", index))

    def fail(self, index: int) -> None:
        self._judge(Judged("blind", index) if self.seen is None else Judged("seen", self.seen))
        self.seen = None

    def _judge(self, judged: Judged) -> None:
        self.judged |= dict.fromkeys(self.pending, judged)
        self.pending = []


def _is_try(run: Ran) -> bool:
    """Whether a run tried the code as a whole; anything else looks into it."""
    return run.target != "scratch" and not run.probe and not run.smaller


def judged_edits(trace: Trace, original: str | None = None) -> dict[int, Judged]:
    """Return what became of each edit that changed the text, by its place.

    Blind: tried (run or submitted) and nothing improved, with no new observation and no new
    hypothesis since the last failing try. An attempt taken back is not blind, nor is the edit that
    takes it back. A plain failing run is no new observation: it only says "still".
    """
    walk = _Walk(history=[(original, None)])
    for index, event in enumerate(trace.events):
        match event:
            case Edited():
                walk.edit(index, event)
            case Hypothesis():
                walk.think(index, event.text)
            case Ran():
                walk.run(index, event)
            case Submitted() if event.verdict != "could_not_run":
                walk.submit(index, event)
            case _:
                pass
    walk.judged |= {edit: Judged("untried", edit) for edit in walk.pending}
    return dict(sorted(walk.judged.items()))


def blind_edits(trace: Trace, original: str | None = None) -> tuple[int, ...]:
    """Return the places of blind edits."""
    judged = judged_edits(trace, original)
    return tuple(edit for edit, what in judged.items() if what.reason == "blind")


def discipline(trace: Trace, original: str | None = None) -> PartScore:
    judged = judged_edits(trace, original)
    if not judged:
        return _without_edits(trace)
    blind = tuple(edit for edit, what in judged.items() if what.reason == "blind")
    points = DISCIPLINE * (len(judged) - len(blind)) // len(judged)
    row = _row_of_submits(trace)
    if row and points > GUESSING:
        why = f"{IN_A_ROW} submissions in a row with no run between: at most {GUESSING}"
        return PartScore(points=GUESSING, of=DISCIPLINE, events=row, why=why)
    if blind:
        were = "was" if len(blind) == 1 else "were"
        which = f"{len(blind)} of {len(judged)} edits {were}" if len(judged) > 1 else "the edit was"
        why = f"{which} blind: tried without a new look or thought before"
        return PartScore(points=points, of=DISCIPLINE, events=blind, why=why)
    counts = Counter(what.reason for what in judged.values())
    said = [(says, counts[reason]) for reason, says in _SAYS.items() if counts[reason]]
    why = f"none of {len(judged)} edits was blind: {', '.join(f'{n} {says}' for says, n in said)}"
    if len(judged) == 1:
        why = f"the edit was not blind: {said[0][0]}"
    decided = tuple(sorted({what.event for what in judged.values()}))
    return PartScore(points=points, of=DISCIPLINE, events=decided, why=why)


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
