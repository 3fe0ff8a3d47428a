"""What went wrong with the history file, and how the person mends it."""

import sqlite3
from pathlib import Path

from drill.errors import StoreError

_PRIMARY = 0xFF
"""SQLite's extended codes carry the primary code in their low byte."""


def is_corrupt(error: sqlite3.Error) -> bool:
    return _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def explain(error: sqlite3.Error, file: Path) -> StoreError:
    """Name the cause and the mend. Nothing was changed by the call that failed."""
    match _code(error):
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            mend = (
                "the disk is full or failing; nothing was lost. "
                "Free some space, then press the key again"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            mend = (
                "it cannot be written. Make the folder writable "
                "or set DRILL_HOME to a folder that is"
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            mend = "another program holds it. Close that one, then press the key again"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            mend = "it is damaged. Run `drill doctor`"
        case _:
            mend = "run `drill doctor`"
    return StoreError(f"{file}: {error}: {mend}")


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY
