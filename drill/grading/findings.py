"""What the search and the typed checks say about one key point."""

from __future__ import annotations

from typing import Literal, NamedTuple

Outcome = Literal["hit", "partly", "contradicted"]


class Finding(NamedTuple):
    """One reason for or against a key point, with the words that gave it."""

    outcome: Outcome
    span: tuple[int, int]
    why: str
    sure: bool = True
