"""`drill steps score`: the 30 points for steps of a recorded trace."""

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from drill.cli.exits import Exit
from drill.cli.verb import Verbs, add_pack, add_verb, answer, answer_json, talk
from drill.errors import ContentError, UsageError

if TYPE_CHECKING:
    from drill.model.steps import StepEvent
    from drill.services.root_cause import KnownCause, RootCauses

EPILOG = """One event a line on stdin, `opened` first, t rising. Kinds: opened, ran, hypothesis,
edited, own_test, submitted, hint, explained, closed."""


def register(verbs: Verbs) -> None:
    parser = add_verb(
        verbs, "steps", None, "score the way to a fix from its recorded events", with_json=False
    )
    own = parser.add_subparsers(title="verbs", metavar="VERB")
    score = add_verb(own, "score", run, "score a trace: six parts, 30 points", epilog=EPILOG)
    add_pack(score)


def _known(causes: "RootCauses", first: "StepEvent") -> "KnownCause | None":
    """Find the exercise of a trace; one that is broken or unknown does not keep it from a score."""
    if first.kind != "opened":
        return None
    try:
        return causes.known(first.slug, first.instance)
    except ContentError as error:
        talk(f"drill: the true cause of {first.slug} cannot be read: {error}")
        return None


def run(args: Namespace) -> int:
    from drill.debugging import read_events, score
    from drill.services.root_cause import RootCauses

    if sys.stdin.isatty():
        raise UsageError("the events come on stdin (`drill steps score < trace.jsonl`)")
    try:
        events = read_events(sys.stdin)
    except UnicodeDecodeError as error:
        raise UsageError("the events are not UTF-8") from error
    known = _known(RootCauses.of_packs(args.pack), events[0])
    result = score(
        events,
        root_cause=None if known is None else known.credit,
        original=None if known is None else known.original,
    )
    if args.json:
        answer_json(result)
        return Exit.FINE
    for name, part in result.parts.items():
        answer(f"{name.replace('_', ' '):<12} {part.points}/{part.of}   {part.why}")
    answer(f"{'steps':<12} {result.points}/{result.of}")
    return Exit.FINE
