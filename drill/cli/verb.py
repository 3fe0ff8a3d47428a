"""What every verb is made of: a parser, a function, and the two streams."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    Verbs = _SubParsersAction[ArgumentParser]
else:
    Verbs = object


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
    match value:
        case None | bool() | int() | float() | str():
            found: object = value
        case _ if hasattr(value, "model_dump"):  # pydantic, without its import
            found = value.model_dump(mode="json")
        case date():
            found = value.isoformat()
        case dict():
            found = {str(key): plain(inner) for key, inner in value.items()}
        case list() | tuple() | set() | frozenset():
            found = [plain(inner) for inner in value]
        case _ if is_dataclass(value):
            found = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            found = str(value)
    return found


def answer_json(value: object) -> None:
    print(json.dumps(plain(value), ensure_ascii=False))


def answer(text: str) -> None:
    print(text)


def talk(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def mark(holds: bool) -> str:
    """Give the one sign for what holds and the one for what does not."""
    return "✔" if holds else "✘"


def counted(number: int, one: str) -> str:
    return f"{number:,} {one if number == 1 else one + 's'}"


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
