"""An exercise at its end: fix 20, steps 30, hints, lines, and the cheapest points next time."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from drill.model.scale import AIM_LINE, FULL, PASS_LINE
from drill.model.steps import Part, StepScore

HINT_COSTS = {1: 2, 2: 3, 3: 5}
"""Level of an opened hint -> points of the 50 that it costs."""
FIX = 20

Advice = tuple[Part, str]

_CHEAPEST: tuple[Advice, ...] = (
    ("reproduce", "run the example before the first edit"),
    ("verify", "write own tests for what else could be wrong, run them last"),
    ("hypothesis", "write one line of what you think is wrong before you edit"),
    ("isolate", "try a smaller input or a print before you edit"),
    ("discipline", "look or think before each new try; take failed ones back"),
    ("smallest_fix", "change only what the fault needs and take the prints out"),
)
"""Parts by what they cost a person to earn, cheapest first, and how."""


class NextTime(BaseModel):
    """What would earn points next time."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: Part
    points: int
    says: str


class ExerciseCard(BaseModel):
    """Every number of an exercise, with where it came from."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slug: str
    fix: int
    """0-20."""
    fix_why: str = ""
    """Which groups of hidden checks held at the end."""
    steps: StepScore
    hints: tuple[int, ...]
    """Levels that were opened."""
    hint_points: int
    """What they cost."""
    points: int
    """Of 50; never under 0."""
    of: int = FULL
    passed: bool
    """28 or more."""
    aim: bool
    """30 or more."""
    solved: bool
    next_time: tuple[NextTime, ...]
    """Cheapest first; together at least five points where so many are missing."""


WORTH_SAYING = 5
"""Points that the advice adds up to."""


def card(
    slug: str, fix: int, steps: StepScore, hints: Iterable[int], *, solved: bool, fix_why: str = ""
) -> ExerciseCard:
    opened = tuple(sorted(set(hints)))
    cost = sum(HINT_COSTS[level] for level in opened)
    points = max(fix + steps.points - cost, 0)
    return ExerciseCard(
        slug=slug,
        fix=fix,
        fix_why=fix_why,
        steps=steps,
        hints=opened,
        hint_points=cost,
        points=points,
        passed=points >= PASS_LINE,
        aim=points >= AIM_LINE,
        solved=solved,
        next_time=_next_time(steps),
    )


def _next_time(steps: StepScore) -> tuple[NextTime, ...]:
    advice: list[NextTime] = []
    for part, says in _CHEAPEST:
        missing = steps.parts[part].of - steps.parts[part].points
        if missing and sum(one.points for one in advice) < WORTH_SAYING:
            advice.append(NextTime(part=part, points=missing, says=says))
    return tuple(advice)
