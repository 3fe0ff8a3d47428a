"""The tables. A migration that was once released is never edited: another is appended."""

from typing import NamedTuple


class Migration(NamedTuple):
    name: str
    statements: tuple[str, ...]


APPLICATION_ID = 0x6472_6C6C
"""Marks the file as ours ("drll")."""

MIGRATIONS = (
    Migration(
        "the log and its summaries",
        (
            """CREATE TABLE migration (
                version INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL) STRICT""",
            """CREATE TABLE event (
                n INTEGER PRIMARY KEY,
                sitting TEXT NOT NULL, seq INTEGER NOT NULL,
                at TEXT NOT NULL, offset REAL NOT NULL,
                content TEXT NOT NULL, grader TEXT NOT NULL,
                body TEXT NOT NULL,
                UNIQUE (sitting, seq)) STRICT""",
            """CREATE TRIGGER event_is_kept BEFORE DELETE ON event
                BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END""",
            """CREATE TRIGGER event_is_final BEFORE UPDATE ON event
                BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
            """CREATE TABLE sitting (
                id TEXT PRIMARY KEY, n INTEGER NOT NULL,
                mode TEXT NOT NULL, title TEXT NOT NULL,
                started TEXT NOT NULL, last TEXT NOT NULL,
                finished INTEGER NOT NULL, of INTEGER NOT NULL, answered INTEGER NOT NULL,
                cold INTEGER NOT NULL, warm INTEGER NOT NULL, helped INTEGER NOT NULL,
                partial INTEGER NOT NULL, incorrect INTEGER NOT NULL, skipped INTEGER NOT NULL,
                score REAL, scaled_from INTEGER,
                think REAL NOT NULL, write REAL NOT NULL, review REAL NOT NULL,
                touched INTEGER NOT NULL,
                owner TEXT NOT NULL, clock REAL NOT NULL, beat TEXT NOT NULL) STRICT""",
            "CREATE UNIQUE INDEX sitting_order ON sitting (n)",
            "CREATE INDEX sitting_finished ON sitting (n) WHERE finished",
            "CREATE INDEX sitting_left ON sitting (n) WHERE touched AND NOT finished",
            """CREATE TABLE outcome (
                sitting TEXT NOT NULL, idx INTEGER NOT NULL, n INTEGER NOT NULL,
                item TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER, topic TEXT NOT NULL,
                concepts TEXT NOT NULL, twin_of TEXT, outcome TEXT NOT NULL,
                verdict TEXT, engine_verdict TEXT,
                standing TEXT NOT NULL, engine_standing TEXT NOT NULL,
                confidence INTEGER, hints INTEGER NOT NULL,
                think REAL NOT NULL, write REAL NOT NULL, review REAL NOT NULL,
                seconds REAL NOT NULL, at TEXT NOT NULL,
                PRIMARY KEY (sitting, idx)) STRICT, WITHOUT ROWID""",
            "CREATE INDEX outcome_of_item ON outcome (item, n)",
            "CREATE INDEX outcome_sure ON outcome (n) WHERE confidence IS NOT NULL",
            """CREATE TABLE day (
                day TEXT PRIMARY KEY, answers INTEGER NOT NULL, cold INTEGER NOT NULL)
                STRICT, WITHOUT ROWID""",
            """CREATE TABLE total (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                answers INTEGER NOT NULL, seconds REAL NOT NULL) STRICT""",
            "INSERT INTO total VALUES (1, 0, 0.0)",
            """CREATE TABLE card (
                item TEXT PRIMARY KEY, due TEXT NOT NULL, reviewed TEXT NOT NULL)
                STRICT, WITHOUT ROWID""",
            """CREATE TABLE exercise (
                sitting TEXT NOT NULL, idx INTEGER NOT NULL, n INTEGER NOT NULL,
                slug TEXT NOT NULL, fix REAL NOT NULL, steps REAL NOT NULL,
                points REAL NOT NULL, parts TEXT NOT NULL, solved INTEGER NOT NULL,
                at TEXT NOT NULL, PRIMARY KEY (sitting, idx)) STRICT, WITHOUT ROWID""",
            "CREATE INDEX exercise_order ON exercise (n)",
            "CREATE INDEX exercise_of_slug ON exercise (slug, n)",
        ),
    ),
)

VERSION = len(MIGRATIONS)
