"""Sittings that were left before their end, as they are offered again."""

from collections.abc import Container, Iterable
from datetime import datetime, timedelta

from drill.model.history import HistoryRow
from drill.services.views import Resumable

ALIVE = timedelta(seconds=4)
"""A sign of life younger than this means that another drill has the sitting open."""


def resumables(
    left: Iterable[tuple[HistoryRow, datetime | None]],
    now: datetime,
    *,
    modes: Container[str],
    here: str | None,
    put_away: Container[str] = (),
) -> tuple[Resumable, ...]:
    """Offer those of these modes, but for the one open `here`.

    `put_away`: left by this very program, so that their sign of life is nobody else's.
    """
    return tuple(
        Resumable(
            sitting=row.sitting,
            mode=row.mode,
            title=row.title,
            started=row.started,
            last=max(row.last, beat or row.last),
            answered=row.answered,
            of=row.of,
            open_elsewhere=row.sitting not in put_away and _alive(beat, now),
        )
        for row, beat in left
        if row.mode in modes and row.sitting != here
    )


def _alive(beat: datetime | None, now: datetime) -> bool:
    return beat is not None and abs(now - beat) < ALIVE
