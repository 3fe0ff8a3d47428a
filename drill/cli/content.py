"""`drill content`: the proof of questions and exercises, their schema, a new one."""

import json
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_pack, add_verb, answer, answer_json, talk
from drill.errors import UsageError

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def register(verbs: Verbs) -> None:
    parser = add_verb(
        verbs, "content", None, "prove questions and exercises, write new ones", with_json=False
    )
    inner = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    check_verb = add_verb(inner, "check", check, "prove the question bank and all exercises")
    check_verb.add_argument("--runs", type=int, default=1, metavar="N", help="seeds for each text")
    check_verb.add_argument(
        "--only", action="append", default=[], metavar="SLUG", help="this exercise (may repeat)"
    )
    check_verb.add_argument(
        "--instances",
        type=_count,
        metavar="N",
        help="fresh instances of each exercise that are judged (default: as many as runs, up to 4)",
    )
    check_verb.add_argument(
        "--mutants", action="store_true", help="judge small changes of each reference instead"
    )
    add_pack(check_verb)
    schema_verb = add_verb(inner, "schema", schema, "print the JSON Schema, for editors")
    schema_verb.add_argument("of", nargs="?", choices=("bank", "exercise"), default="bank")
    new_verb = add_verb(inner, "new", new, "write the files a new exercise starts from")
    new_verb.add_argument("slug", metavar="SLUG")
    new_verb.add_argument("dir", nargs="?", type=Path, default=Path(), metavar="DIR")


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text} is no number from 0")
    return int(text)


def check(args: Namespace) -> int:
    if args.runs < 1:
        raise UsageError("--runs must be at least 1")
    if args.mutants:
        return mutants(args)
    shown = sys.stderr.isatty()

    def judged(count: int) -> None:
        if shown:
            print(f"\r{count:,} texts judged", end="", file=sys.stderr, flush=True)

    found = []
    with services(args.pack) as use:
        for problem in use.content.check(
            runs=args.runs, instances=args.instances, only=args.only, judged=judged
        ):
            found.append(problem)
            if not args.json:
                answer(str(problem))
        margins, nearest = use.content.margins, use.content.nearest
    if shown:
        talk("")
    if args.json:
        answer_json({"ok": not found, "problems": found, "margins": margins})
    else:
        _sum_up(found, nearest)
    return Exit.CONTENT_BROKEN if found else Exit.FINE


def _sum_up(found: Sequence[object], nearest: str) -> None:
    if nearest:
        talk(f"drill: the tightest deadline: {nearest}")
    if not found:
        talk("drill: the content is sound")


def mutants(args: Namespace) -> int:
    """Report; fail where a survivor has no reason in mutants.yaml, or a reason no survivor."""
    sound = True
    with services(args.pack) as use:
        for one in use.content.mutants(only=args.only):
            sound = sound and not one.problems
            if args.json:
                answer_json(one)
            else:
                argued = f", {one.argued} argued" if one.argued else ""
                answer(f"{one.slug}: {one.noticed} of {one.of} changes noticed{argued}")
                for problem in one.problems:
                    answer(f"  {problem}")
            sys.stdout.flush()
    return Exit.FINE if sound else Exit.CONTENT_BROKEN


def schema(args: Namespace) -> int:
    with services() as use:
        made = use.content.schema(args.of)
    answer(json.dumps(made, indent=None if args.json else 2, ensure_ascii=False))
    return Exit.FINE


def new(args: Namespace) -> int:
    from drill.services.content_new import new_exercise

    if not SLUG.fullmatch(args.slug):
        raise UsageError("a slug is lower case words joined by hyphens, such as lru-eviction")
    folder = new_exercise(args.slug, args.dir)
    if args.json:
        answer_json({"slug": args.slug, "folder": folder})
    else:
        answer(str(folder))
        talk(
            f"drill: prove it with `drill content check --pack {folder.parent} --only {args.slug}`"
        )
    return Exit.FINE
