"""`drill history`: sittings, newest first."""

from argparse import Namespace

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_verb, answer, answer_json, table, talk


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
        head = ("started", "title", "cold", "warm", "helped", "of", "out of 50", "sitting")
        answer(
            table(
                head,
                [
                    (
                        f"{row.started.astimezone():%Y-%m-%d %H:%M}",
                        row.title if row.finished else f"{row.title} (open)",
                        row.cold,
                        row.warm,
                        row.helped,
                        row.of,
                        row.score,
                        row.sitting,
                    )
                    for row in rows
                ],
            )
        )
    else:
        talk("drill: no sittings yet")
    return Exit.FINE
