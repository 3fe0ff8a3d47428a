"""Scorecards, history and home as screens show them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from drill.model.history import HistoryRow
from drill.model.scorecard import BandScore, ConceptScore, ItemResult, Scorecard
from drill.services.progress import Debugging, Due, Home

if TYPE_CHECKING:
    from drill.model.event import Verdict


def item_result(number: int, verdict: Verdict | None, standing: str) -> ItemResult:
    return ItemResult.model_validate(
        {
            "index": number - 1,
            "id": f"q{number:02d}",
            "kind": "question",
            "number": number,
            "topic": "A",
            "concepts": ("learning_rate",),
            "twin_of": None,
            "outcome": "graded" if verdict else "open",
            "answer": "",
            "grade": None,
            "first_grade": None,
            "overruled": None,
            "reason": "",
            "verdict": verdict,
            "standing": standing,
            "engine_standing": standing,
            "confidence": 3 if number % 2 else None,
            "hints": 0,
            "note": "",
            "think": 4.0,
            "write": 5.5 + number,
            "review": 3.0,
            "seconds": 15.0,
        }
    )


def bands() -> tuple[BandScore, ...]:
    names = (("basics", 1, 15, 11, True), ("data", 16, 30, 9, False), ("senior", 31, 40, 8, True))
    return tuple(
        BandScore(
            name=name,
            first=first,
            last=last,
            cold=cold,
            of=last - first + 1,
            holds=holds,
            meaning="Data or numerics will fool you: check inputs before the model.",
        )
        for name, first, last, cold, holds in names
    )


def card(sitting: str) -> Scorecard:
    verdicts: tuple[tuple[Verdict | None, str], ...] = (
        ("correct", "cold"),
        ("correct", "warm"),
        ("partial", "not"),
        ("incorrect", "not"),
        (None, "not"),
    )
    items = tuple(
        item_result(place + 1, *verdicts[0 if place % 3 else place % 5]) for place in range(20)
    )
    return Scorecard(
        sitting=sitting,
        mode="grill",
        title="Grill",
        finished=True,
        ended="done",
        of=50,
        answered=47,
        cold=31,
        warm=4,
        helped=2,
        partial=5,
        incorrect=6,
        skipped=2,
        not_reached=0,
        engine_cold=30,
        overruled=1,
        score=31.0,
        scaled_from=None,
        passed=True,
        aim=None,
        plan_passed=None,
        core_cold=28,
        core_of=40,
        core_passed=True,
        bands=bands(),
        weakest_band="data",
        can_answer=29,
        can_answer_of=46,
        think=312.0,
        write=540.5,
        review=200.0,
        slowest=items[:3],
        weakest=(
            ConceptScore(concept="gradient_clipping", cold=0, of=2),
            ConceptScore(concept="data-leakage", cold=1, of=3),
        ),
        mean_long=None,
        advice=(
            "Repeat 16-30: nine of fifteen held.",
            "Take one five-minute plan: the aim asks for it.",
        ),
        items=items,
    )


def home_view(**changes: Any) -> Home:
    values: dict[str, Any] = {
        "cold": 31,
        "asked": 47,
        "of": 50,
        "bands": bands(),
        "debugging": Debugging(
            mean=26.0, exercises=4, weakest_part="verify", weakest_points=1.9, weakest_of=6
        ),
        "due": Due(questions=("q14", "q07"), exercises=("lru-eviction",), minutes=18.0, new=3),
        "interview_in": 12,
        "resumable": 0,
        "last": None,
    }
    return Home(**(values | changes))


def history_row(place: int) -> HistoryRow:
    at = datetime(2026, 11, 1 + place % 28, 9, 30, tzinfo=UTC)
    return HistoryRow(
        sitting=f"s{place}",
        mode="grill",
        title="Grill",
        started=at,
        last=at,
        finished=place % 7 != 6,
        of=50,
        answered=50,
        cold=20 + place % 15,
        warm=3,
        helped=1,
        partial=4,
        incorrect=21 - place % 15,
        skipped=1,
        score=20.0 + place % 15,
        scaled_from=None,
        think=600.0,
        write=900.0,
        review=360.0,
        touched=True,
    )
