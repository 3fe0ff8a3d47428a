"""When an item is due again: FSRS over how its answers went, nothing after the interview."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler

from drill.model.history import CardRow, OutcomeRow

RETENTION = 0.9
"""Wanted chance of a right answer on the day an item comes back."""
FAST = 0.5
"""Share of the limit under which a cold answer counts as easy."""
EVE = timedelta(days=2)
"""Before the interview every item comes once more within this time."""

_SCHEDULER = Scheduler(
    desired_retention=RETENTION,
    learning_steps=(),
    relearning_steps=(),
    maximum_interval=365,
    enable_fuzzing=False,
)


class Review(NamedTuple):
    at: datetime
    """UTC."""
    rating: Rating


def review_of(row: OutcomeRow) -> Review:
    """Rate an outcome by how the answer was reached."""
    if row.verdict is None or row.verdict == "incorrect":
        rating = Rating.Again
    elif row.standing != "cold":
        rating = Rating.Hard
    elif row.think + row.write <= FAST * row.seconds:
        rating = Rating.Easy
    else:
        rating = Rating.Good
    return Review(row.at, rating)


def due_after(reviews: Sequence[Review]) -> datetime:
    """Fold the reviews of one item, oldest first; at least one. A clock set back counts as now."""
    first = reviews[0].at
    card, latest = Card(card_id=1, due=first), first
    for review in reviews:
        latest = max(latest, review.at)
        card, _ = _SCHEDULER.review_card(card, review.rating, latest)
    return card.due


def due_items(cards: Iterable[CardRow], now: datetime, interview: date | None) -> tuple[str, ...]:
    """List what is due at `now`, longest overdue first.

    In the last days before the interview that is also what would only be due after it.
    """
    return tuple(
        card.item
        for card in sorted(cards, key=lambda card: (card.due, card.item))
        if _capped(card, now, interview) <= now
    )


def _capped(card: CardRow, now: datetime, interview: date | None) -> datetime:
    if interview is None or now.date() > interview:
        return card.due
    day = datetime.combine(interview, time(), tzinfo=UTC)
    eve = day - EVE
    return min(card.due, eve) if card.reviewed < eve else card.due
