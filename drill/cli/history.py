"""`drill history`: sittings, newest first."""

from argparse import Namespace
from typing import TYPE_CHECKING

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_verb, answer, answer_json, table, talk
from drill.model.scale import tenth, whole

if TYPE_CHECKING:
    from drill.model.history import HistoryRow

HEAD = (
    "started",
    "title",
    "cold",
    "warm",
    "helped",
    "asked",
    "answers/50",
    "fix/20",
    "steps/30",
    "debugging/50",
    "sitting",
)


def register(verbs: Verbs) -> None:
    parser = add_verb(verbs, "history", run, "list sittings, newest first")
    parser.add_argument("--limit", type=int, default=50, metavar="N", help="at most N sittings")
    parser.add_argument("--before", metavar="SITTING", help="only those before that sitting")


def run(args: Namespace) -> int:
    with services() as use:
        rows = use.progress.history(limit=args.limit, before=args.before)
    if args.json:
        answer_json(rows)
    elif rows:
        answer(table(HEAD, [_cells(row) for row in rows]))
    else:
        talk("drill: no sittings yet")
    return Exit.FINE


def _cells(row: "HistoryRow") -> tuple[object, ...]:
    """Lay out one sitting: answers and debugging have a score each, out of 50."""
    exercise = row.mode == "exercise"
    counts = (None,) * 3 if exercise else (row.cold, row.warm, row.helped)
    return (
        f"{row.started.astimezone():%Y-%m-%d %H:%M}",
        _title(row),
        *counts,
        None if exercise else row.done,
        _whole(row.score),
        _tenth(row.fix),
        _tenth(row.steps),
        _whole(row.points),
        row.sitting,
    )


def _title(row: "HistoryRow") -> str:
    if not row.finished:
        return f"{row.title} (open)"
    return f"{row.title} (stopped after {row.done} of {row.of})" if row.cut_short else row.title


def _whole(score: float | None) -> int | None:
    return None if score is None else whole(score)


def _tenth(points: float | None) -> str | None:
    return None if points is None else tenth(points).removesuffix(".0")
