"""`drill regrade`: mark stored answers again with this engine and bank."""

from argparse import Namespace

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_verb, answer, answer_json


def register(verbs: Verbs) -> None:
    add_verb(verbs, "regrade", run, "mark stored answers again; the old marks stay beside")


def run(args: Namespace) -> int:
    with services() as use:
        done = use.regrade.run()
    if args.json:
        answer_json(done)
    else:
        answer(
            f"{done.answers} answers of {done.sittings} sittings marked again, "
            f"{done.changed} marks changed, {done.verdicts} verdicts"
        )
    return Exit.FINE
