"""Keep the summaries in step with the log, inside the append's transaction."""

import sqlite3

from drill.model.history import HistoryRow, OutcomeRow, Projection
from drill.store import rows

Row = tuple[object, ...]


def write(connection: sqlite3.Connection, made: Projection, n: int, owner: str) -> None:
    """Apply what an append changed; `n` is the number of its last event."""
    _sitting(connection, made.sitting, n, owner)
    for index in made.reopened:
        _forget(connection, made.sitting.sitting, index)
    for row in made.decided:
        _decided(connection, row, n)
    for exercise in made.exercises:
        connection.execute(
            f"INSERT OR REPLACE INTO exercise (n, {rows.EXERCISE_COLUMNS}) "  # noqa: S608
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (n, *rows.exercise_row(exercise)),
        )
    connection.executemany(
        "INSERT OR REPLACE INTO card VALUES (?, ?, ?)",
        [(card.item, card.due.isoformat(), card.reviewed.isoformat()) for card in made.cards],
    )


def _sitting(connection: sqlite3.Connection, row: HistoryRow, n: int, owner: str) -> None:
    new = row.think + row.write + row.review
    old = connection.execute(
        "SELECT think + write + review FROM sitting WHERE id = ?", (row.sitting,)
    ).fetchone()
    connection.execute("UPDATE total SET seconds = seconds + ?", (new - (old[0] if old else 0.0),))
    columns = rows.SITTING_COLUMNS
    kept = [name for name in columns.split(", ") if name not in {"id", "started"}]
    marks = ", ".join("?" * len(columns.split(", ")))
    connection.execute(
        f"INSERT INTO sitting ({columns}, n, owner, clock, beat) "  # noqa: S608
        f"VALUES ({marks}, ?, ?, 0.0, '') "
        f"ON CONFLICT (id) DO UPDATE SET "
        + ", ".join(f"{name} = excluded.{name}" for name in kept),
        (*rows.sitting_row(row), n, owner),
    )


def _decided(connection: sqlite3.Connection, row: OutcomeRow, n: int) -> None:
    """Insert or update; the place and the day of the first decision stay."""
    old = connection.execute(
        "SELECT n, at, standing FROM outcome WHERE sitting = ? AND idx = ?",
        (row.sitting, row.index),
    ).fetchone()
    values = rows.outcome_row(row)
    at = str(values[-1])
    if old is not None:
        n, at = old[0], old[1]
        _count(connection, at, -1, old[2])
    marks = ", ".join("?" * (len(values) + 1))
    connection.execute(
        f"INSERT OR REPLACE INTO outcome ({rows.OUTCOME_COLUMNS}, n) VALUES ({marks})",  # noqa: S608
        (*values[:-1], at, n),
    )
    _count(connection, at, 1, row.standing)


def _forget(connection: sqlite3.Connection, sitting: str, index: int) -> None:
    old = connection.execute(
        "DELETE FROM outcome WHERE sitting = ? AND idx = ? RETURNING at, standing",
        (sitting, index),
    ).fetchall()
    for at, standing in old:
        _count(connection, at, -1, standing)


def _count(connection: sqlite3.Connection, at: str, by: int, standing: str) -> None:
    cold = by if standing == "cold" else 0
    connection.execute(
        "INSERT INTO day VALUES (?, ?, ?) ON CONFLICT (day) DO UPDATE SET "
        "answers = answers + excluded.answers, cold = cold + excluded.cold",
        (at[:10], by, cold),
    )
    connection.execute("UPDATE total SET answers = answers + ?", (by,))
