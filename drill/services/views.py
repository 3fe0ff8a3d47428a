"""What the front ends are shown of a sitting: frozen values, ready to render."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from drill.model.event import ItemKind, Mode
from drill.model.grade import Grade, Opinion, Verdict
from drill.model.scorecard import Counts, ItemResult, Standing

Phase = Literal["answering", "reviewing", "paused", "finished"]
Band = Literal["basics", "data", "senior", "quick", "all"]
"""Questions 1-15, 16-30, 31-40, 41-50, 1-50."""
Source = Literal["all", "weak", "due"]


@dataclass(frozen=True, kw_only=True)
class SittingSpec:
    """What a person asks for when a sitting starts. Filters narrow each other."""

    mode: Mode
    """quick_fire: ten items at 15 s, by default the quick-fire ones; grill: questions 1-50;
    spoken: the eight sections; long: the five long questions; mixed: a mock of 24 short ones over
    the bands, two sections and a long one, drawn by seed; with `only` or `source`, what these name
    over the whole sheet."""
    band: Band | None = None
    topic: str | None = None
    """Letter `A`..`H`."""
    source: Source = "all"
    """weak: whose last answer was not cold or is missing; due: what the schedule asks for today."""
    only: tuple[str, ...] = ()
    """Ids (`q14`, `L3`, `S-A`); empty for no such filter."""
    shuffle: bool | None = None
    """None: as usual for the mode (quick fire shuffled, the others in order)."""
    seed: int | None = None
    """Same seed, same bank: same order. None draws one; it is recorded in the sitting."""
    items: int | None = None
    """At most this many items; None: ten for quick fire, all for the others."""
    minutes: float | None = None
    """No new item once this many minutes have run; None for no cap."""
    seconds: float | None = None
    """One time limit for every item; None: 15 s for quick fire, else each item's own."""


@dataclass(frozen=True, kw_only=True)
class Review:
    """What the verdict screen shows; there is one only while the phase is `reviewing`."""

    result: ItemResult
    """Marks, standing, times. `result.outcome` tells graded, expired (empty box) and skipped."""
    answer: str
    """The text that was graded; spans of `grade.points` are offsets into it."""
    grade: Grade | None
    """None when nothing was submitted."""
    verdict: Verdict | None
    standing: Standing
    took: float
    """Seconds of thinking and answering."""
    by_expiry: bool
    """The time ran out and the draft was graded."""
    asks_mark: bool
    """The engine is not sure and the person has not marked yet: offer overrule without a reason."""
    opinion: Opinion | None = None
    """What the judge that the person set up said; None while nobody was asked or answered."""
    reference: str
    spoken: str
    """How to say it out loud; empty where the bank has none."""
    reference_open: bool
    """`show_reference` was called; the front end may keep the reference folded until then."""


@dataclass(frozen=True, kw_only=True)
class Answered:
    """One item of a sitting, looked at again from its scorecard."""

    sitting: str
    title: str
    index: int
    of: int
    """Items of the sitting."""
    prompt: str
    review: Review


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a sitting would ask."""

    asked: int
    """How many items."""
    pool: tuple[str, ...]
    """Ids: those that are asked, in their order; where `drawn`, those it is drawn from."""
    drawn: bool
    """A seed that is not known yet decides which of the pool, or in which order."""


@dataclass(frozen=True, kw_only=True)
class View:
    """A sitting at one moment. Asking for it changes nothing and costs no disk access."""

    sitting: str
    mode: Mode
    title: str
    phase: Phase
    index: int
    """0-based place of the item on screen."""
    position: int
    """1-based, for people."""
    of: int
    item: str
    """Id of the item on screen."""
    kind: ItemKind
    number: int | None
    topic: str
    topic_name: str
    prompt: str
    """Empty while paused: a pause is no time to think."""
    left: float
    """Seconds on the clock, >= 0; stands still unless the phase is `answering`."""
    total: float
    """Seconds the item has in all, > 0."""
    draft: str
    """The text in the box as the sitting knows it (on resume: put it back into the box)."""
    hints: tuple[str, ...]
    """Texts opened so far."""
    hints_left: int
    confidence: int | None
    note: str
    review: Review | None
    counts: Counts
    can_undo: str | None
    """What `undo` would take back: submit, skip, overrule, note or confidence; else None."""
    paused_by: Literal["person", "quit", "lost"] | None
    """Why it stands; `quit` and `lost` are seen after a resume."""
    minutes_left: float | None
    """Until the cap; None without one."""


@dataclass(frozen=True, kw_only=True)
class Resumable:
    """A sitting that was left before its end."""

    sitting: str
    mode: Mode
    title: str
    started: datetime
    """UTC."""
    last: datetime
    """UTC of the last event."""
    answered: int
    of: int
    open_elsewhere: bool
    """Another running drill seems to hold it (a sign of life in the last seconds). Resuming takes
    it over: the other one is told at its next key and writes no more."""
