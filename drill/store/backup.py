"""Copies of the history: a rotating one a day, and one before anything risky."""

import os
import shutil
import sqlite3
from datetime import datetime, timedelta
from pathlib import Path

from drill.errors import StoreError

KEPT = 7
"""Daily copies; the oldest goes when another is made."""
EVERY = timedelta(days=1)
_STAMP = "%Y%m%dT%H%M%SZ"


def folder(file: Path) -> Path:
    return file.parent / "backups"


def daily(connection: sqlite3.Connection, file: Path, now: datetime) -> Path | None:
    """Copy the history unless a copy of the last day is there; drop the oldest and torn ones."""
    made = dailies(file)
    if made and abs(now - _made_at(made[-1], now)) < EVERY:
        return None
    copy = snapshot(connection, file, f"daily-{now.strftime(_STAMP)}")
    torn = [part for part in folder(file).glob("daily-*.part") if part.stem < copy.stem]
    for old in (*made[: max(len(made) + 1 - KEPT, 0)], *torn):
        old.unlink(missing_ok=True)
    return copy


def snapshot(connection: sqlite3.Connection, file: Path, name: str) -> Path:
    """Copy a healthy history, whole or not at all."""
    target = folder(file) / f"{name}.db"
    part = target.with_suffix(f".{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        copy = sqlite3.connect(part)
        try:
            connection.backup(copy)
        finally:
            copy.close()
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{target}: the backup could not be written ({error})") from error
    return target


def set_aside(file: Path, why: str) -> Path:
    """Copy a file that cannot be used, byte by byte with its journal; once for each state of it."""
    stat = file.stat()
    target = folder(file) / f"{why}-{stat.st_mtime_ns}-{stat.st_size}.db"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            part = target.with_suffix(".part")
            shutil.copyfile(file, part)
            part.replace(target)
            journal = file.with_name(file.name + "-wal")
            if journal.exists():
                shutil.copyfile(journal, target.with_name(target.name + "-wal"))
    except OSError as error:
        raise StoreError(f"{file}: {why}, and it could not be copied ({error})") from error
    return target


def newest(file: Path) -> Path | None:
    """Return the latest daily copy."""
    return max(dailies(file), default=None)


def dailies(file: Path) -> tuple[Path, ...]:
    """Return the daily copies, oldest first."""
    return tuple(sorted(folder(file).glob("daily-*.db")))


def _made_at(copy: Path, now: datetime) -> datetime:
    try:
        stamp = datetime.strptime(copy.stem.removeprefix("daily-"), _STAMP)  # noqa: DTZ007
    except ValueError:
        return now - EVERY
    return stamp.replace(tzinfo=now.tzinfo)
