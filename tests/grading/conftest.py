"""A bank, and small questions made for one claim each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drill.content.bank import Bank, closure, load_bank
from drill.model.question import Concept, Question

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
ANSWERS = ROOT / "tests" / "answers"


@pytest.fixture(scope="session")
def bank() -> Bank:
    return load_bank([ROOT])


@pytest.fixture(scope="session")
def ask(bank: Bank) -> Callable[..., Question]:
    """Make a question of one point from wordings or checks, with the bank's lexicon."""

    def make(*wordings: str, concepts: dict[str, Concept] | None = None, **more: Any) -> Question:
        point = {"id": "point", "says": "the point", "wordings": wordings or ("xyzzy",)}
        point["checks"] = more.pop("checks", ())
        data: dict[str, Any] = {
            "id": "q99",
            "number": 99,
            "topic": "A",
            "concepts": ("test",),
            "kind": "fact",
            "prompt": "What do you do about it?",
            "seconds": 30,
            "reference": "none",
            "spoken": "none",
            "points": (point, *more.pop("points", ())),
            "lexicon": closure(
                [*wordings, *more.pop("names", ())], {**bank.concepts, **(concepts or {})}
            ),
            **more,
        }
        return Question.model_validate(data)

    return make


def rows(name: str) -> list[dict[str, str]]:
    """Labelled answers of one file."""
    text = (ANSWERS / name).read_text("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]
