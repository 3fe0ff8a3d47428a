"""`drill doctor`: what is in order, what is not, and how to mend it."""

from argparse import Namespace

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_verb, answer, answer_json

GLYPHS = {"ok": "✔", "warn": "!", "broken": "✘"}


def register(verbs: Verbs) -> None:
    add_verb(verbs, "doctor", run, "examine the installation and the history; change nothing")


def run(args: Namespace) -> int:
    with services() as use:
        findings = use.doctor.examine()
    if args.json:
        answer_json(findings)
    else:
        for one in findings:
            mend = f" — {one.mend}" if one.mend else ""
            answer(f"{GLYPHS[one.state]} {one.state:<7} {one.name:<10} {one.says}{mend}")
    return Exit.NO if any(one.state == "broken" for one in findings) else Exit.FINE
