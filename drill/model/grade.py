"""What a grader says about an answer, with its evidence."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Verdict = Literal["correct", "partial", "incorrect"]
Status = Literal["hit", "partly", "missed", "contradicted"]

LONG_PASS = 5.6
"""Mark from which a long answer passes: the same share as 28 of 50."""


class PointResult(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    status: Status
    span: tuple[int, int] | None
    """Start and end in the person's own text; None when nothing of it is there."""
    why: str
    """One line; begins with `missing` when there is no span."""
    says: str
    """What the point is."""


class Grade(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Verdict
    sure: bool
    """False: a best guess, and the person marks the answer."""
    credit: float = Field(ge=0.0, le=1.0)
    """Share earned: below 0.3 incorrect, below 0.6 partial."""
    score: float = Field(ge=0.0, le=10.0)
    """Ten times the credit; for a long answer its mark."""
    points: tuple[PointResult, ...]


class Opinion(BaseModel):
    """What a second judge said of an answer: shown beside the engine's verdict, never instead."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """Name of the judge."""
    verdict: Verdict | None
    """None: it could not be had, and `why` says so."""
    why: str
