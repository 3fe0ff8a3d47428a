"""Open the history file: look first, then touch."""

import shlex
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from drill.errors import StoreError
from drill.store import backup
from drill.store.faults import explain, is_corrupt
from drill.store.schema import APPLICATION_ID, MIGRATIONS, VERSION

WAIT = 5.0
"""Seconds to wait for another instance's write."""


def open_history(file: Path, now: Callable[[], datetime]) -> sqlite3.Connection:
    """Return a connection to an up-to-date history; make the file when it is missing."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        there = file.exists() and file.stat().st_size > 0
    except OSError as error:
        raise StoreError(
            f"{file.parent}: the data folder cannot be used ({error}). "
            "Make it writable or set DRILL_HOME to a folder that is"
        ) from error
    if there:
        _look(file)
    try:
        connection = sqlite3.connect(file, timeout=WAIT, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchone()
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection, file, now)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise damaged(file) if is_corrupt(error) else explain(error, file) from error
    return connection


def _look(file: Path) -> None:
    """Refuse a damaged, foreign or newer file before anything is written to it."""
    try:
        probe = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT)
        try:
            (mark,) = probe.execute("PRAGMA application_id").fetchone()
            (version,) = probe.execute("PRAGMA user_version").fetchone()
            (tables,) = probe.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        finally:
            probe.close()
    except sqlite3.Error as error:
        raise damaged(file) if is_corrupt(error) else explain(error, file) from error
    if tables and mark != APPLICATION_ID:
        copy = backup.set_aside(file, "foreign")
        raise StoreError(
            f"{file}: not a history of drill; a copy lies in {copy}. "
            f"Move it away: mv {_quoted(file)} {_quoted(f'{file}.other')}"
        )
    if version > VERSION:
        copy = backup.set_aside(file, "newer")
        raise StoreError(
            f"{file}: made by a newer drill (schema {version}, here {VERSION}); it was left "
            f"as it is and copied to {copy}. Renew drill, or name another folder in DRILL_HOME"
        )


def damaged(file: Path) -> StoreError:
    """Set the damaged file aside and say how to go on."""
    copy = backup.set_aside(file, "damaged")
    last = backup.newest(file)
    away = f"mv {_quoted(file)} {_quoted(f'{file}.damaged')}; rm -f {_quoted(f'{file}-wal')}"
    back = f"take the last backup: cp {_quoted(last)} {_quoted(file)}" if last else "start anew"
    return StoreError(
        f"{file}: damaged; it was left as it is and copied to {copy}. "
        f"Move it away ({away}), then {back}"
    )


def _quoted(path: Path | str) -> str:
    return shlex.quote(str(path))


def _migrate(connection: sqlite3.Connection, file: Path, now: Callable[[], datetime]) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version >= VERSION:
        return
    if version > 0:
        stamp = now().strftime("%Y%m%dT%H%M%SZ")
        backup.snapshot(connection, file, f"before-schema-{VERSION}-{stamp}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            for statement in migration.statements:
                connection.execute(statement)
            connection.execute(
                "INSERT INTO migration VALUES (?, ?, ?)",
                (number, migration.name, now().isoformat()),
            )
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
