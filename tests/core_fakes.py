"""A small bank, a marker that reads its verdict in the answer, and clocks that are set by hand."""

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from drill.model.grade import Grade
from drill.model.question import Criterion, KeyPoint, LongItem, Question
from drill.services.pen import Journal
from drill.services.practice import Practice
from drill.store.history import History

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@dataclass
class HandClock:
    """Both clocks stand until they are moved."""

    wall: datetime = START
    seconds: float = 1000.0

    def utc(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.seconds

    def run(self, seconds: float) -> None:
        self.seconds += seconds
        self.wall += timedelta(seconds=seconds)


def question(number: int) -> Question:
    return Question(
        id=f"q{number:02}",
        number=number,
        topic="ABCDEFGH"[number % 8],
        concepts=(f"concept_{number if number <= 40 else number - 40}",),
        kind="fact",
        prompt=f"What is {number}?",
        seconds=20,
        reference=f"It is {number}.",
        spoken=f"I would say {number}.",
        hints=("think", "think harder", "it is a number"),
        twin_of=f"q{number - 40:02}" if number > 40 else None,
        points=(KeyPoint(id="it", says="it", wordings=("right",)),),
    )


def long_item(name: str) -> LongItem:
    criterion = Criterion(id="it", says="it", wordings=("right",))
    return LongItem(
        id=name,
        topic="A",
        concepts=(f"plan_{name[-1].lower()}",),
        title=name,
        prompt=f"Plan {name}.",
        seconds=90,
        reference="A plan.",
        content=(criterion,),
        method=(criterion,),
    )


@dataclass(frozen=True)
class SmallBank:
    questions: tuple[Question, ...] = tuple(question(n) for n in range(1, 51))
    spoken: tuple[LongItem, ...] = tuple(long_item(f"S-{c}") for c in "ABCDEFGH")
    long: tuple[LongItem, ...] = tuple(long_item(f"L{n}") for n in range(1, 6))
    version: str = "small-1"


@dataclass
class WordMarker:
    """`right` is correct, `half` partial, the rest incorrect; `maybe` makes it unsure."""

    version: str = "words-1"
    asked: list[str] = field(default_factory=list)

    def mark(self, answer: str, item: Question | LongItem) -> Grade:
        del item
        self.asked.append(answer)
        credit = 1.0 if "right" in answer else 0.5 if "half" in answer else 0.0
        return Grade(
            verdict="correct" if credit == 1 else "partial" if credit else "incorrect",
            sure="maybe" not in answer,
            credit=credit,
            score=10 * credit,
            points=(),
        )


class Counter:
    """Ids that rise."""

    def __init__(self, name: str = "sitting") -> None:
        self.name = name
        self.made = 0

    def __call__(self) -> str:
        self.made += 1
        return f"{self.name}-{self.made}"


@dataclass
class Desk:
    """A trainer over a folder: what a test holds in its hands."""

    home: Path
    clock: HandClock = field(default_factory=HandClock)
    name: str = "desk"
    bank: SmallBank = field(default_factory=SmallBank)
    marker: WordMarker = field(default_factory=WordMarker)

    def __post_init__(self) -> None:
        self.log = History(self.home, owner=self.name, now=self.clock.utc)
        self.practice = Practice(
            Journal(self.log, self.clock, Counter(f"{self.name}-sitting")),
            bank=lambda: self.bank,
            marker=self.marker,
            dice=random.Random,
            draw=lambda: 7,
            interview=lambda: None,
        )

    def again(self, name: str = "again") -> "Desk":
        """Another process over the same folder, its monotonic clock elsewhere."""
        clock = HandClock(self.clock.wall, seconds=5.0)
        return Desk(self.home, clock=clock, name=name, bank=self.bank, marker=self.marker)

    def answer(self, text: str, seconds: float = 3.0) -> None:
        """Think, type and submit, then read the verdict for a second and go on."""
        self.clock.run(seconds / 2)
        self.practice.draft(text[:1])
        self.clock.run(seconds / 2)
        self.practice.submit(text)
        self.clock.run(1.0)
        self.practice.next()
