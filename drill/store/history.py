"""The history: an append-only log of events with summaries kept beside it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from drill.errors import StoreError, TakenOverError
from drill.model.event import Event
from drill.model.history import (
    CardRow,
    DayCount,
    ExerciseRow,
    HistoryRow,
    OutcomeRow,
    Projection,
    Totals,
)
from drill.store import backup, projections, reading, rows
from drill.store.faults import explain, is_corrupt
from drill.store.opening import damaged, open_history

FILE = "history.db"
_PAGE = 1000
"""Events read at a time."""


class History:
    """One connection, for the thread that first uses it. Every method may raise `StoreError`."""

    def __init__(self, home: Path, *, owner: str, now: Callable[[], datetime]) -> None:
        self.file = home / FILE
        self._owner = owner
        """Names this running drill among others that share the file."""
        self._now = now
        self._opened: sqlite3.Connection | None = None

    def append(self, events: Sequence[Event], made: Projection) -> None:
        """Write the events and what they change, all or nothing, through to the disk."""
        with self._transaction() as db:
            self._own(db, made.sitting.sitting)
            try:
                db.executemany(
                    f"INSERT INTO event ({rows.EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                    [rows.event_row(event) for event in events],
                )
            except sqlite3.IntegrityError as error:
                raise _taken_over() from error
            (n,) = db.execute("SELECT max(n) FROM event").fetchone()
            projections.write(db, made, n, self._owner)

    def beat(self, sitting: str, clock: float) -> None:
        """Note how far the sitting's clock has run: a sign of life, safe against a kill."""
        with self._guard() as db:
            db.execute("PRAGMA synchronous = NORMAL")
            try:
                done = db.execute(
                    "UPDATE sitting SET clock = ?, beat = ? WHERE id = ? AND owner = ?",
                    (clock, self._now().isoformat(), sitting, self._owner),
                )
            finally:
                db.execute("PRAGMA synchronous = FULL")
            if done.rowcount == 0:
                raise _taken_over()

    def take(self, sitting: str) -> None:
        """Make this drill the one that writes to `sitting`."""
        with self._transaction() as db:
            db.execute("UPDATE sitting SET owner = ? WHERE id = ?", (self._owner, sitting))

    def clock(self, sitting: str) -> float:
        """Return the offset of the last `beat`, 0 before the first."""
        with self._guard() as db:
            row = db.execute("SELECT clock FROM sitting WHERE id = ?", (sitting,)).fetchone()
        return 0.0 if row is None else float(row[0])

    def events(self, sitting: str) -> tuple[Event, ...]:
        """Return all events of one sitting in order; empty for an unknown one."""
        with self._guard() as db:
            found = db.execute(
                f"SELECT {rows.EVENT_COLUMNS} FROM event WHERE sitting = ? ORDER BY seq",  # noqa: S608
                (sitting,),
            ).fetchall()
        return tuple(rows.event_of(row) for row in found)

    def lines(self, sitting: str | None = None) -> Iterator[str]:
        """Yield the log as lines of JSON, in order."""
        last = 0
        where = "n > ?" if sitting is None else "n > ? AND sitting = ?"
        named = () if sitting is None else (sitting,)
        while True:
            with self._guard() as db:
                found = db.execute(
                    f"SELECT n, {rows.EVENT_COLUMNS} FROM event WHERE {where} "  # noqa: S608
                    "ORDER BY n LIMIT ?",
                    (last, *named, _PAGE),
                ).fetchall()
            if not found:
                return
            yield from (rows.event_line(row[1:]) for row in found)
            last = found[-1][0]

    def sittings(self) -> Iterator[str]:
        """Yield the ids of all sittings in the order they started."""
        last = -1
        while True:
            with self._guard() as db:
                found = db.execute(
                    "SELECT id, n FROM sitting WHERE n > ? ORDER BY n LIMIT ?", (last, _PAGE)
                ).fetchall()
            if not found:
                return
            yield from (row[0] for row in found)
            last = found[-1][1]

    def history(
        self, limit: int, before: str | None = None, *, finished: bool = False
    ) -> tuple[HistoryRow, ...]:
        with self._guard() as db:
            return reading.history(db, limit, before, finished=finished)

    def left(self, limit: int = 20) -> tuple[tuple[HistoryRow, datetime | None], ...]:
        """Return sittings that can be resumed, each with its last sign of life."""
        with self._guard() as db:
            found = reading.left(db, limit)
        return tuple((row, datetime.fromisoformat(b) if b else None) for row, b in found)

    def latest(self, items: Sequence[str]) -> tuple[OutcomeRow, ...]:
        with self._guard() as db:
            return reading.latest(db, items)

    def recent(self, item: str, limit: int) -> tuple[OutcomeRow, ...]:
        with self._guard() as db:
            return reading.recent(db, item, limit)

    def with_confidence(self, limit: int) -> tuple[tuple[int, str | None], ...]:
        with self._guard() as db:
            return reading.with_confidence(db, limit)

    def days(self, limit: int) -> tuple[DayCount, ...]:
        with self._guard() as db:
            return reading.days(db, limit)

    def totals(self) -> Totals:
        with self._guard() as db:
            return reading.totals(db)

    def cards(self) -> tuple[CardRow, ...]:
        """Return the card of every item that has one."""
        with self._guard() as db:
            return reading.cards(db)

    def exercises(self, limit: int) -> tuple[ExerciseRow, ...]:
        with self._guard() as db:
            return reading.exercises(db, limit)

    def check(self) -> tuple[str, ...]:
        """Read the whole file and return what is wrong with it."""
        with self._guard() as db:
            found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(5)")]
        return () if found == ["ok"] else tuple(found)

    def backups(self) -> tuple[Path, ...]:
        """Return the daily copies, oldest first."""
        return backup.dailies(self.file)

    def close(self) -> None:
        """Make the daily backup when it is due, then let go of the file.

        A copy that cannot be made is left to the doctor: the history itself is safe.
        """
        if self._opened is None:
            return
        db, self._opened = self._opened, None
        try:
            with suppress(StoreError):
                backup.daily(db, self.file, self._now())
        finally:
            db.close()

    def _own(self, db: sqlite3.Connection, sitting: str) -> None:
        row = db.execute("SELECT owner FROM sitting WHERE id = ?", (sitting,)).fetchone()
        if row is not None and row[0] != self._owner:
            raise _taken_over()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._guard() as db:
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def _guard(self) -> Iterator[sqlite3.Connection]:
        """Open at the first use; say every failure of the file in our words."""
        if self._opened is None:
            self._opened = open_history(self.file, self._now)
        try:
            yield self._opened
        except sqlite3.Error as error:
            if is_corrupt(error):
                raise damaged(self.file) from error
            raise explain(error, self.file) from error


def _taken_over() -> TakenOverError:
    return TakenOverError(
        "this sitting was resumed in another window, which goes on with it from what was saved. "
        "Nothing more is written here"
    )
