"""What every verb is made of: a parser, a function, and the two streams."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel


class Verbs(Protocol):
    """The part of argparse's sub-parsers that a verb needs to register itself."""

    def add_parser(self, name: str, **words: str | None) -> ArgumentParser: ...


def add_verb(
    verbs: Verbs,
    name: str,
    run: Callable[[Any], int] | None,
    summary: str,
    *,
    epilog: str | None = None,
    with_json: bool = True,
) -> ArgumentParser:
    """Register one verb; `run` gets the parsed arguments and returns the exit code."""
    parser = verbs.add_parser(name, help=summary, description=summary, epilog=epilog)
    if run is not None:
        parser.set_defaults(run=run)
    if with_json:
        parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser


def add_pack(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        type=Path,
        metavar="DIR",
        help="a folder with content of your own (may repeat)",
    )


def plain(value: object) -> object:
    """Return `value` as what JSON can hold."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(inner) for inner in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)


def answer_json(value: object) -> None:
    print(json.dumps(plain(value), ensure_ascii=False))


def answer(text: str) -> None:
    print(text)


def talk(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lay rows out in columns: words to the left, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    numeric = [
        bool(cells) and all(_is_number(row[column]) for row in cells) for column in range(len(head))
    ]
    widths = [max(len(row[column]) for row in [list(head), *cells]) for column in range(len(head))]
    lines = []
    for row in [list(head), *cells]:
        parts = [
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        ]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.1f}"
    return " ".join(str(value).split())


def _is_number(text: str) -> bool:
    return text == "-" or text.replace(".", "", 1).replace("-", "", 1).isdigit()
