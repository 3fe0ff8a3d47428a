"""Mutants that no hidden check notices, each argued by the author in mutants.yaml."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from drill.content.exercises import read
from drill.content.mutants import Mutant
from drill.errors import ContentError

ARGUED = "mutants.yaml"
"""A list of entries with `was`, `now` (one or several) and `why`, beside exercise.yaml."""


class Argued(BaseModel):
    """Changes of one line that may go unnoticed, for one reason."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    was: str
    """The line of fixed.py, as `drill content check --mutants` prints it."""
    now: Annotated[tuple[str, ...], Field(min_length=1)]
    why: Annotated[str, Field(min_length=1)]
    """Why this changes nothing that the contract speaks of."""

    @field_validator("now", mode="before")
    @classmethod
    def _one_or_many(cls, value: object) -> object:
        return [value] if isinstance(value, str) else value


@dataclass(frozen=True)
class Survivors:
    """The mutants that passed, told apart."""

    argued: tuple[Mutant, ...]
    open: tuple[Mutant, ...]
    """Nobody said why they may pass: a gap in the checks, or an argument to write."""
    stale: tuple[tuple[str, str], ...]
    """Arguments for a mutant that is noticed, or that is none."""


def load_argued(folder: Path) -> tuple[Argued, ...]:
    """Return the arguments of an exercise; none without the file."""
    file = folder / ARGUED
    if not file.exists():
        return ()
    try:
        raw: Any = yaml.safe_load(read(file))
        return TypeAdapter(tuple[Argued, ...]).validate_python(raw or ())
    except (yaml.YAMLError, ValidationError) as error:
        says = " ".join(str(error).split())
        raise ContentError(str(file), says, mend="give was, now and why of each") from error


def told_apart(alive: Sequence[Mutant], argued: Sequence[Argued]) -> Survivors:
    """Match survivors and arguments."""
    known = {(one.was, now) for one in argued for now in one.now}
    living = {one.change for one in alive}
    return Survivors(
        argued=tuple(one for one in alive if one.change in known),
        open=tuple(one for one in alive if one.change not in known),
        stale=tuple(change for change in sorted(known) if change not in living),
    )
