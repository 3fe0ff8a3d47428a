"""The history written beside the settings, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drill.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from drill.bootstrap import Services


def export_all(services: Services) -> Path:
    """Write every form that is one file into `exports`; give the folder."""
    folder = services.home / "exports"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / "drill.jsonl", services.export.jsonl())
        _write(folder / "drill.csv", services.export.csv())
        _write(folder / "drill.html", services.report.html())
        _write(folder / "anki.txt", services.deck.notes())
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
    return folder


def _write(file: Path, lines: Iterable[str]) -> None:
    part = file.with_name(f".{file.name}.part")
    with part.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{line}\n" for line in lines)
    part.replace(file)
