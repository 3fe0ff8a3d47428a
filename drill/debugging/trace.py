"""A trace, indexed: the places and times that more than one part of the score asks for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from drill.model.steps import (
    Belief,
    Edited,
    Hypothesis,
    Opened,
    OwnTest,
    Ran,
    StepEvent,
    Submitted,
)

E = TypeVar("E")

COUNTED = 3
"""Hypotheses that count: volume earns nothing."""
NAMES = 0.6
"""Credit from which a hypothesis names the cause: where a short answer is correct."""
TOUCHES = 0.3
"""Credit from which it is not simply wrong: where a short answer is partial."""
UNREADABLE = frozenset({"SyntaxError", "IndentationError", "TabError"})
"""Errors of a text that is no Python. The code as it was given is: the person's edit is not."""
SLIPS = UNREADABLE | {"NameError", "ImportError", "ModuleNotFoundError"}
"""Errors that say how something was typed, not what is wrong with the code."""
EMPTY_WORDS = frozenset({"idk", "dunno", "no idea", "not sure", "unknown", "none", "nothing"})
"""Texts that claim nothing."""

Judge = Callable[[str], float]
"""How far a text names the true cause, in [0, 1]; a plain bool serves as well."""


@dataclass(frozen=True)
class Thought:
    """A hypothesis, with the last that was said of it."""

    index: int
    """Place of the event that wrote it first."""
    t: float
    text: str
    belief: Belief
    credit: float | None
    """How far it names the true cause; None: nobody here knows the cause."""
    marked: int
    """Place of the last event that said what became of it; `index` where there was one only."""


class Trace:
    """Recorded events and what is read off them; computed once, when first asked for."""

    def __init__(self, events: Sequence[StepEvent], judge: Judge | None = None) -> None:
        self.events = tuple(events)
        self._judge = judge

    def of(self, kind: type[E]) -> Iterator[tuple[int, E]]:
        return (
            (index, event) for index, event in enumerate(self.events) if isinstance(event, kind)
        )

    @property
    def knows_cause(self) -> bool:
        return self._judge is not None

    @cached_property
    def start(self) -> float:
        return next((event.t for _, event in self.of(Opened)), 0.0)

    @cached_property
    def budget(self) -> float:
        """Seconds: B."""
        return next((event.minutes * 60 for _, event in self.of(Opened)), 0.0)

    @cached_property
    def runs(self) -> tuple[tuple[int, Ran], ...]:
        return tuple(self.of(Ran))

    @cached_property
    def edits(self) -> tuple[tuple[int, Edited], ...]:
        return tuple(self.of(Edited))

    @cached_property
    def submits(self) -> tuple[tuple[int, Submitted], ...]:
        """Submissions that were judged: one we could not run says nothing of the person."""
        return tuple(
            (index, event)
            for index, event in self.of(Submitted)
            if event.verdict != "could_not_run"
        )

    @cached_property
    def own_tests(self) -> tuple[tuple[int, OwnTest], ...]:
        return tuple(self.of(OwnTest))

    @cached_property
    def first_edit(self) -> int:
        """Place of the first edit, or one past the end."""
        return self.edits[0][0] if self.edits else len(self.events)

    @cached_property
    def first_submit(self) -> int:
        return self.submits[0][0] if self.submits else len(self.events)

    @cached_property
    def solved(self) -> int | None:
        """Place of the first submission that solved it."""
        return next((i for i, event in self.submits if event.verdict == "solved"), None)

    @cached_property
    def solving_edit(self) -> int:
        """Place of the last edit before the solving submission; unsolved: one past the end.

        No run moves it, so that looking at the code can never cost a point.
        """
        if self.solved is None:
            return len(self.events)
        before = [index for index, _ in self.edits if index < self.solved]
        return before[-1] if before else self.solved

    @cached_property
    def thoughts(self) -> tuple[Thought, ...]:
        """The first three different hypotheses that claim something."""
        found: dict[str, tuple[int, Hypothesis, Belief, int]] = {}
        for index, event in self.of(Hypothesis):
            key = " ".join(event.text.lower().split()).rstrip(".!")
            if key in found:
                first, written, _, _ = found[key]
                found[key] = (first, written, event.verdict, index)
            elif len(found) < COUNTED and claims_something(key):
                found[key] = (index, event, event.verdict, index)
        return tuple(
            Thought(
                index,
                event.t - self.start,
                event.text,
                belief,
                None if self._judge is None else float(self._judge(event.text)),
                marked,
            )
            for index, event, belief, marked in found.values()
        )

    def cause_named(self, before: int) -> Thought | None:
        """Return the first counted hypothesis before that place that names the true cause.

        Where the cause is not known, the person's own mark is taken if the fix that followed held.
        """
        for thought in self.thoughts:
            if thought.index >= before:
                continue
            if thought.credit is None:
                if thought.belief == "confirmed" and self.solved is not None:
                    return thought
            elif thought.credit >= NAMES:
                return thought
        return None

    @cached_property
    def at_once(self) -> bool:
        """Whether the cause was written first, the first edit solved it, and it stayed solved.

        Looks, hints and other guesses before change nothing; a submission before the thought does.
        """
        cause = self.cause_named(self.first_edit)
        if cause is None or cause.credit is None or self.solved is None:
            return False
        if not self.solving_edit == self.first_edit < self.solved:
            return False
        last, submit = self.submits[-1]
        stayed = submit.verdict == "solved" and self.edits[-1][0] < last
        return stayed and cause.index < self.first_submit


def claims_something(text: str) -> bool:
    return text not in EMPTY_WORDS and any(
        sum(letter.isalpha() for letter in word) > 1 for word in text.split()
    )


def slipped(run: Ran) -> bool:
    """Whether a run failed for how something was typed outside the example."""
    return run.failed and run.target != "example" and run.error in SLIPS


def showed_nothing(run: Ran) -> bool:
    """Whether a run failed before any of the code was at work."""
    return slipped(run) or (run.failed and run.error in UNREADABLE)


def is_look(run: Ran) -> bool:
    """Whether a run looks into the code, rather than trying it as a whole."""
    return (run.probe or run.smaller) and not showed_nothing(run)


def clock(seconds: float) -> str:
    return f"{int(seconds // 60):02d}:{int(seconds % 60):02d}"
