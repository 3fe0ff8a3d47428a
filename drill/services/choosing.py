"""Which items of the bank a sitting asks."""

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime

from drill.model.event import PlannedItem
from drill.model.question import LongItem, Question
from drill.model.topics import TOPICS
from drill.scheduling.cards import due_items
from drill.services.ports import Bank, Log
from drill.services.views import Band, SittingSpec
from drill.sitting.commands import Part, Start

QUICK_SECONDS = 15.0
QUICK_ITEMS = 10
BAND_NUMBERS: dict[Band, tuple[int, int]] = {
    "basics": (1, 15),
    "data": (16, 30),
    "senior": (31, 40),
    "quick": (41, 50),
    "all": (1, 50),
}
MODES = {
    "quick_fire": "Quick fire",
    "grill": "Grill",
    "spoken": "Say it out loud",
    "long": "Long questions",
    "mixed": "Mock",
}


def items_of(bank: Bank) -> dict[str, Question | LongItem]:
    """Return everything that can be asked, by id."""
    items: list[Question | LongItem] = [*bank.questions, *bank.spoken, *bank.long]
    return {item.id: item for item in items}


def choose(
    spec: SittingSpec, bank: Bank, log: Log, now: datetime, interview: date | None
) -> tuple[PlannedItem, ...]:
    """Return what fits every filter, in the order of the bank; due items by urgency."""
    pool = [item for item in _pool(spec, bank) if _fits(spec, item)]
    if spec.source == "weak":
        cold = {row.item for row in log.latest([i.id for i in pool]) if row.standing == "cold"}
        pool = [item for item in pool if item.id not in cold]
    elif spec.source == "due":
        order = {item: n for n, item in enumerate(due_items(log.cards(), now, interview))}
        pool = sorted((i for i in pool if i.id in order), key=lambda i: order[i.id])
    return tuple(pool)


MOCK_SPOKEN = 2
MOCK_LONG = 1
_MOCK_BANDS: tuple[tuple[Band, int], ...] = (("basics", 9), ("data", 9), ("senior", 6))
"""Short questions of a mock by band; with the rest and the reading about 45 minutes."""


def mock(pool: tuple[PlannedItem, ...]) -> tuple[Part, ...]:
    """Split what may be asked into the parts of a mock: short by band, spoken, a plan."""
    numbers = [(*BAND_NUMBERS[band], most) for band, most in _MOCK_BANDS]
    short = [
        Part(tuple(i for i in pool if i.number is not None and first <= i.number <= last), most)
        for first, last, most in numbers
    ]
    spoken = Part(tuple(i for i in pool if i.kind == "spoken"), MOCK_SPOKEN)
    plan = Part(tuple(i for i in pool if i.kind == "long"), MOCK_LONG)
    return (*short, spoken, plan)


def start_command(
    spec: SittingSpec, pool: tuple[PlannedItem, ...], draw_seed: Callable[[], int]
) -> Start:
    """Fill in what the mode does when the person does not say."""
    quick = spec.mode == "quick_fire"
    shuffle = spec.shuffle if spec.shuffle is not None else quick and spec.source != "due"
    parts = mock(pool) if spec.mode == "mixed" and spec.source == "all" and not spec.only else ()
    seed = spec.seed
    if (shuffle or parts) and seed is None:
        seed = draw_seed()
    return Start(
        mode=spec.mode,
        title=_title(spec),
        pool=pool,
        parts=parts,
        shuffle=shuffle,
        seed=seed,
        most=spec.items if spec.items is not None else (QUICK_ITEMS if quick else None),
        cap_minutes=spec.minutes,
    )


def planned(item: Question | LongItem, seconds: float | None) -> PlannedItem:
    short = isinstance(item, Question)
    return PlannedItem(
        id=item.id,
        kind="question" if short else "spoken" if item.id.startswith("S") else "long",
        number=item.number if isinstance(item, Question) else None,
        topic=item.topic,
        concepts=item.concepts,
        twin_of=item.twin_of if isinstance(item, Question) else None,
        seconds=float(item.seconds) if seconds is None else seconds,
        hints=len(item.hints),
    )


def _pool(spec: SittingSpec, bank: Bank) -> list[PlannedItem]:
    sources: dict[str, Sequence[Question | LongItem]] = {
        "quick_fire": bank.questions,
        "grill": bank.questions,
        "spoken": bank.spoken,
        "long": bank.long,
        "mixed": [*bank.questions, *bank.spoken, *bank.long],
    }
    seconds = spec.seconds
    if seconds is None and spec.mode == "quick_fire":
        seconds = QUICK_SECONDS
    return [planned(item, seconds) for item in sources[spec.mode]]


def _fits(spec: SittingSpec, item: PlannedItem) -> bool:
    plain = spec.topic is None and spec.source == "all" and not spec.only
    band = "quick" if spec.band is None and spec.mode == "quick_fire" and plain else spec.band
    if band is not None:
        first, last = BAND_NUMBERS[band]
        if item.number is None or not first <= item.number <= last:
            return False
    return (spec.topic is None or item.topic == spec.topic) and _named(spec.only, item)


def _named(only: Collection[str], item: PlannedItem) -> bool:
    return not only or item.id in only or (item.number is not None and str(item.number) in only)


def _title(spec: SittingSpec) -> str:
    today = spec.mode == "mixed" and (spec.source == "due" or spec.only)
    parts = ["Today" if today else MODES[spec.mode]]
    if spec.band is not None:
        first, last = BAND_NUMBERS[spec.band]
        parts.append(f"{first}-{last}")
    if spec.topic is not None:
        parts.append(f"{spec.topic} {TOPICS.get(spec.topic, '')}".strip())
    if spec.source != "all" and not today:
        parts.append(spec.source)
    return " · ".join(parts)
