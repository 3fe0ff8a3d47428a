"""The recovery drill while an exercise is open: when it speaks, and what the clock does then."""

from collections.abc import Callable

from drill.debugging.recovery import LEFT, SAYS, Dice, plan
from drill.model import event as ev
from drill.model.exercise import Exercise
from drill.services.fix_session import INTERRUPTED, Session


def due_interruption(
    session: Session, exercise: Exercise, dice: Callable[[int], Dice]
) -> ev.StepRecorded | None:
    """Return the interruption when its moment has come; the seed alone decides when and what."""
    seed = session.state.plan.seed
    if seed is None or session.record.interrupted is not None:
        return None
    planned = plan(dice(seed), exercise.sheet.minutes * 60)
    if session.t < planned.at:
        return None
    return session.step(INTERRUPTED, what=planned.what)


def interruption_says(session: Session) -> str:
    interrupted = session.record.interrupted
    return "" if interrupted is None else SAYS[interrupted["what"]]


def seconds_left(session: Session) -> float:
    """Return what the clock shows: the interruption may leave only four minutes."""
    left = session.state.left(session.now) + session.record.waited
    left = min(left, session.state.item.plan.seconds)
    interrupted = session.record.interrupted
    if interrupted is not None and interrupted["what"] == "four_minutes":
        left = min(left, max(interrupted["t"] + LEFT - session.t, 0.0))
    return left
