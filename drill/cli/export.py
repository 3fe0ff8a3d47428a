"""`drill export`: the history as files for other programs."""

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from drill.cli.exits import Exit
from drill.cli.session import services
from drill.cli.verb import Verbs, add_verb, talk
from drill.errors import UsageError

if TYPE_CHECKING:
    from drill.bootstrap import Services

FORMATS = ("jsonl", "csv", "html", "anki", "progsnap2", "steps")


def register(verbs: Verbs) -> None:
    parser = add_verb(verbs, "export", run, "write the history for other programs")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="jsonl",
        help="jsonl: every event; csv: every answer; html: a page of every answer with its marks "
        "and reasons; anki: a deck of what was asked, with what you missed; progsnap2: a folder "
        "for research tools; steps: one exercise, as `drill steps score` reads it",
    )
    parser.add_argument("--sitting", metavar="ID", help="only that sitting")
    parser.add_argument("--out", type=Path, metavar="FILE", help="instead of stdout")


def run(args: Namespace) -> int:
    if args.json and args.format != "jsonl":
        raise UsageError("--json is the format jsonl")
    if args.format == "progsnap2":
        return _progsnap(args)
    if args.format == "steps" and args.sitting is None:
        raise UsageError("steps are those of one exercise: name it with --sitting")
    with services() as use:
        _known(use, args.sitting)
        lines = _lines(use, args.format, args.sitting)
        if args.out is None:
            sys.stdout.writelines(f"{line}\n" for line in lines)
        else:
            write(args.out, lines)
    return Exit.FINE


def _known(use: "Services", sitting: str | None) -> None:
    if sitting is not None and next(iter(use.export.jsonl(sitting)), None) is None:
        raise UsageError(f"no sitting {sitting} in the history; `drill history` lists them")


def _lines(use: "Services", form: str, sitting: str | None) -> Iterable[str]:
    match form:
        case "csv":
            return use.export.csv(sitting)
        case "html":
            return use.report.html(sitting)
        case "anki":
            return use.deck.notes(sitting)
        case "steps":
            from drill.services.steps_export import step_lines

            return step_lines(use.export.jsonl(sitting))
        case _:
            return use.export.jsonl(sitting)


def write(file: Path, lines: Iterable[str]) -> None:
    """Write to a neighbour first: a broken-off export never stands under the asked-for name."""
    part = file.with_name(f".{file.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as out:
            count = sum(1 for line in lines if out.write(f"{line}\n"))
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"--out {file}: {error.strerror}") from error
    talk(f"drill: {count:,} lines in {file}")


def _progsnap(args: Namespace) -> int:
    from drill.services.progsnap import write_progsnap

    if args.out is None:
        raise UsageError("progsnap2 is a folder: name it with --out DIR")
    with services() as use:
        _known(use, args.sitting)
        rows = write_progsnap(use.export.jsonl(args.sitting), args.out)
    talk(f"drill: {rows:,} events in {args.out}")
    return Exit.FINE
