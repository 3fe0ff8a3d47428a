"""A long history costs no more to look at: home and stats on an empty and on a full log."""

import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

from drill.clock import SystemClock
from drill.model.grade import Grade
from drill.model.question import KeyPoint, Question
from drill.services.pen import Journal
from drill.services.practice import Practice
from drill.services.views import SittingSpec
from drill.store.history import History

EVENTS = 1_000_000
ALLOWED = 0.200
"""Seconds that the full log may cost more."""
RUNS = 7
LOOK = """
import sys, time
from pathlib import Path
from drill.bootstrap import build
services = build(Path(sys.argv[1]))
services.progress
begin = time.perf_counter()
home = services.progress.home()
opened = time.perf_counter()
services.progress.trends()
print(opened - begin, time.perf_counter() - begin)
"""


def run() -> list[tuple[str, str, bool]]:
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder, "empty"), Path(folder, "full")
        template(empty, sittings=0)
        events = fill(full)
        times = {home: [look(home) for home in [home] * RUNS] for home in (empty, full)}
    rows = []
    for place, name in enumerate(("home", "home and stats")):
        base = statistics.median(t[place] for t in times[empty])
        more = statistics.median(t[place] for t in times[full]) - base
        figure = f"{name}: more than on an empty log, {events:,} events"
        rows.append((figure, f"{more * 1000:+.1f} ms (empty {base * 1000:.1f})", more < ALLOWED))
    return rows


def look(home: Path) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", LOOK, home], capture_output=True, text=True, check=True
    )
    first, both = done.stdout.split()
    return float(first), float(both)


def template(home: Path, sittings: int) -> None:
    """Take real sittings of all fifty questions, through the service."""
    clock = SystemClock()
    history = History(home, owner="bench", now=clock.utc)
    grade = Grade(verdict="correct", sure=True, credit=1, score=10, points=())
    practice = Practice(
        Journal(history, clock, lambda: uuid.uuid4().hex),
        bank=lambda: SimpleNamespace(
            questions=tuple(question(n) for n in range(1, 51)), spoken=(), long=(), version="b"
        ),
        marker=SimpleNamespace(version="g", mark=lambda *_: grade),
        dice=random.Random,
        draw=lambda: 1,
        interview=lambda: None,
    )
    for _ in range(sittings):
        practice.start(SittingSpec(mode="grill"))
        for _ in range(50):
            practice.draft("a")
            practice.confidence(3)
            practice.submit("an answer of the usual length, about twelve words or a little more")
            practice.next()
    history.totals()
    history.close()


def question(number: int) -> Question:
    return Question(
        id=f"q{number:02}",
        number=number,
        topic="A",
        concepts=(f"c{number}",),
        kind="fact",
        prompt="What?",
        seconds=20,
        reference="That.",
        spoken="That.",
        points=(KeyPoint(id="it", says="it", wordings=("it",)),),
    )


def fill(home: Path) -> int:
    """Copy one real sitting, row by row, until the log is long; days and totals follow."""
    template(home, sittings=1)
    db = sqlite3.connect(home / "history.db")
    db.execute("PRAGMA synchronous = OFF")
    (one,) = db.execute("SELECT count(*) FROM event").fetchone()
    (source,) = db.execute("SELECT id FROM sitting").fetchone()
    copies = EVENTS // one
    start = datetime(2024, 1, 1, tzinfo=UTC)
    db.execute("CREATE TEMP TABLE copy (id TEXT, k INTEGER, at TEXT)")
    db.executemany(
        "INSERT INTO copy VALUES (?, ?, ?)",
        [
            (uuid.uuid4().hex, k, (start + timedelta(hours=4 * k)).isoformat())
            for k in range(1, copies)
        ],
    )
    for table, key in (("event", "sitting"), ("sitting", "id"), ("outcome", "sitting")):
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        changed = {
            key: "copy.id",
            "n": f"{table}.n + copy.k * {one}",
            "at": "copy.at",
            "started": "copy.at",
        }
        values = ", ".join(changed.get(name, f"{table}.{name}") for name in names)
        db.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM copy, {table} "  # noqa: S608
            f"WHERE {table}.{key} = ? ORDER BY copy.k",
            (source,),
        )
    db.execute(
        "INSERT OR REPLACE INTO day SELECT substr(at, 1, 10), count(*), sum(standing = 'cold') "
        "FROM outcome GROUP BY 1"
    )
    db.execute("UPDATE total SET answers = (SELECT count(*) FROM outcome)")
    db.commit()
    (events,) = db.execute("SELECT count(*) FROM event").fetchone()
    db.close()
    return int(events)
