"""From `argv` to an exit code."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from drill.cli.exits import Exit, exit_for
from drill.cli.verb import talk
from drill.errors import DrillError

VERBS = (
    "grade",
    "exercise",
    "steps",
    "stats",
    "history",
    "regrade",
    "export",
    "content",
    "doctor",
)
"""Modules of `drill.cli`, in the order that help shows them; each has `register(verbs)`."""

SUMMARY = "Train debugging interviews in machine learning; without a verb, the trainer opens."
EPILOG = """exit codes: 0 fine, 1 the answer is no, 2 usage, 3 could not run,
4 content is broken, 5 history cannot be read or written"""

NO_TERMINAL = (
    "drill: the trainer needs a terminal; without one use a verb, "
    "for example `drill grade --json` or `drill stats --json` (see `drill --help`)"
)


def build_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="drill",
        description=SUMMARY,
        epilog=EPILOG,
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    for name in VERBS:
        import_module(f"drill.cli.{name}").register(verbs)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without any, the trainer."""
    args = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal without ✔ gets its number
    try:
        code = _trainer() if not args else _verb(args)
        sys.stdout.flush()
    except DrillError as error:
        talk(f"drill: {error}")
        return exit_for(error)
    except BrokenPipeError:
        _close_stdout()
        return Exit.COULD_NOT_RUN
    except KeyboardInterrupt:
        talk("drill: stopped")
        return Exit.INTERRUPTED
    return code


def _verb(args: Sequence[str]) -> int:
    parser = build_parser()
    parsed = parser.parse_args(args)
    if parsed.version:
        from importlib.metadata import version

        print(f"drill {version('drill')}")
        return Exit.FINE
    run = getattr(parsed, "run", None)
    if run is None:
        parser.error("name a verb, or one of its own verbs (see --help)")
    return int(run(parsed))


def _trainer() -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        talk(NO_TERMINAL)
        return Exit.USAGE
    from drill.bootstrap import build
    from drill.tui.app import run

    services = build()
    try:
        return int(run(services) or Exit.FINE)
    finally:
        services.close()


def _close_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush stays silent."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
