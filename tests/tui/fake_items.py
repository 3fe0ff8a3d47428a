"""Items, a clock and grades for screens under test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.model.grade import Grade, PointResult

if TYPE_CHECKING:
    from drill.model.event import ItemKind


@dataclass(frozen=True)
class Item:
    """One question of the little bank."""

    id: str
    kind: ItemKind
    prompt: str
    seconds: float
    right: str
    """A word an answer needs to be right."""
    reference: str
    spoken: str = ""
    hints: tuple[str, ...] = ()


BANK = (
    Item(
        "q14",
        "question",
        "From which x on does exp(x) overflow in FP16?",
        15.0,
        "11",
        "Above about 11.1: e^11.1 is more than 65504, the largest finite FP16 number.",
        "In FP16 the largest number is 65504, so exp overflows a little above eleven.",
        ("What is the largest finite FP16 number?", "Take its natural logarithm."),
    ),
    Item(
        "q07",
        "question",
        "What does a[i] = b[j] do to List[Tensor] in x[/2] and [bold]this[/bold]?",
        20.0,
        "copy",
        "It copies [b]nothing[/b]; a[i] is bound anew.",
    ),
    Item("S-A", "spoken", "Explain overfitting to a colleague.", 60.0, "gap", "The gap grows."),
)


class FakeClock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def grade_of(answer: str, item: Item) -> Grade:
    at = answer.lower().find(item.right)
    wrong = answer.lower().find("never")
    points = [
        PointResult(
            id="core",
            status="hit" if at >= 0 else "missed",
            span=(at, at + len(item.right)) if at >= 0 else None,
            why="accepted as the threshold" if at >= 0 else "missing",
            says="the threshold, about 11",
        ),
        PointResult(
            id="why", status="missed", span=None, why="missing", says="the largest finite number"
        ),
    ]
    if wrong >= 0:
        points.append(
            PointResult(
                id="not",
                status="contradicted",
                span=(wrong, wrong + 5),
                why="says the contrary",
                says="it does overflow",
            )
        )
    right = at >= 0 and wrong < 0
    return Grade(
        verdict="correct" if right else "incorrect",
        sure="perhaps" not in answer,
        credit=1.0 if right else 0.0,
        score=8.0 if right else 1.0,
        points=tuple(points),
    )
