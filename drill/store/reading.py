"""Questions to the summaries. Each costs the same however long the log is."""

import sqlite3
from collections.abc import Sequence
from datetime import date, datetime

from drill.model.history import CardRow, DayCount, ExerciseRow, HistoryRow, OutcomeRow, Totals
from drill.store import rows

_POINTS = "(SELECT avg(points) FROM exercise WHERE exercise.sitting = sitting.id)"
_REACHED = ", ".join(_POINTS.replace("points", name) for name in ("points", "fix", "steps"))
"""What the exercises of a sitting came to."""

_KEPT = f"NOT (finished AND mode = 'exercise' AND {_POINTS} IS NULL)"
"""All but attempts that were thrown away: finished, and never scored."""


def history(
    connection: sqlite3.Connection, limit: int, before: str | None, *, finished: bool
) -> tuple[HistoryRow, ...]:
    """Return finished ones with answers, or all that hold something, newest first."""
    where = "finished AND mode != 'exercise'" if finished else f"(touched OR finished) AND {_KEPT}"
    top = connection.execute("SELECT n FROM sitting WHERE id = ?", (before,)).fetchone()
    found = connection.execute(
        f"SELECT {rows.SITTING_COLUMNS}, {_REACHED} FROM sitting "  # noqa: S608
        f"WHERE {where} AND n < ? ORDER BY n DESC LIMIT ?",
        (top[0] if top else 2**62, limit),
    )
    return tuple(rows.sitting_of(row) for row in found)


def left(connection: sqlite3.Connection, limit: int) -> tuple[tuple[HistoryRow, str], ...]:
    """Return sittings that can be resumed, newest first, each with its last sign of life."""
    found = connection.execute(
        f"SELECT {rows.SITTING_COLUMNS}, {_REACHED}, beat FROM sitting "  # noqa: S608
        "WHERE touched AND NOT finished ORDER BY n DESC LIMIT ?",
        (limit,),
    )
    return tuple((rows.sitting_of(row[:-1]), row[-1]) for row in found)


def latest(connection: sqlite3.Connection, items: Sequence[str]) -> tuple[OutcomeRow, ...]:
    """Return the last outcome of each item that has one."""
    found: list[OutcomeRow] = []
    for item in items:
        found += recent(connection, item, 1)
    return tuple(found)


def recent(connection: sqlite3.Connection, item: str, limit: int) -> tuple[OutcomeRow, ...]:
    """Return the last outcomes of one item, newest first."""
    found = connection.execute(
        f"SELECT {rows.OUTCOME_COLUMNS} FROM outcome WHERE item = ? "  # noqa: S608
        "ORDER BY n DESC LIMIT ?",
        (item, limit),
    )
    return tuple(rows.outcome_of(row) for row in found)


def with_confidence(
    connection: sqlite3.Connection, limit: int
) -> tuple[tuple[int, str | None], ...]:
    """Return confidence and verdict of the last answers that had one."""
    found = connection.execute(
        "SELECT confidence, verdict FROM outcome WHERE confidence IS NOT NULL "
        "ORDER BY n DESC LIMIT ?",
        (limit,),
    )
    return tuple((level, verdict) for level, verdict in found)


def days(connection: sqlite3.Connection, limit: int) -> tuple[DayCount, ...]:
    """Return the last days with answers, oldest first."""
    found = connection.execute(
        "SELECT day, answers, cold FROM day WHERE answers > 0 ORDER BY day DESC LIMIT ?", (limit,)
    ).fetchall()
    return tuple(
        DayCount(day=date.fromisoformat(day), answers=answers, cold=cold)
        for day, answers, cold in reversed(found)
    )


def totals(connection: sqlite3.Connection) -> Totals:
    answers, seconds = connection.execute("SELECT answers, seconds FROM total").fetchone()
    return Totals(answers=answers, seconds=max(seconds, 0.0))


def cards(connection: sqlite3.Connection) -> tuple[CardRow, ...]:
    found = connection.execute("SELECT item, due, reviewed FROM card ORDER BY due, item")
    return tuple(
        CardRow(item=i, due=datetime.fromisoformat(d), reviewed=datetime.fromisoformat(r))
        for i, d, r in found
    )


def exercises(connection: sqlite3.Connection, limit: int) -> tuple[ExerciseRow, ...]:
    """Return the last exercises, newest first."""
    found = connection.execute(
        f"SELECT {rows.EXERCISE_COLUMNS} FROM exercise ORDER BY n DESC LIMIT ?",  # noqa: S608
        (limit,),
    )
    return tuple(rows.exercise_of(row) for row in found)
