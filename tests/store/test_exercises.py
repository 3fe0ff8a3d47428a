"""Exercises in the history: their points, and the debugging figures of the home screen."""

from drill.model import event as ev
from drill.model.history import CardRow
from drill.services import progress
from drill.services.progress import Progress
from drill.sitting.evolve import evolve
from drill.sitting.project import project
from tests.core_fakes import Desk

PARTS = {"reproduce": 4.0, "hypothesis": 5.0, "isolate": 3.0, "verify": 1.5}


def closed(
    desk: Desk, slug: str, fix: float, hints: int = 0, parts: dict[str, float] = PARTS
) -> None:
    """Write an exercise sitting as the service that runs exercises does."""
    plan = ev.PlannedItem(id=slug, kind="exercise", seconds=480)
    bodies: tuple[ev.Body, ...] = (
        ev.SittingStarted(mode="exercise", title=slug, items=(plan,)),
        ev.ItemShown(index=0),
        ev.CodeSaved(index=0, slug=slug, sha="0" * 64, text="x = 1\n"),
        ev.StepRecorded(index=0, slug=slug, step={"kind": "opened", "t": 0.0, "slug": slug}),
        ev.ExerciseScored(
            index=0, slug=slug, fix=fix, steps=sum(parts.values()), parts=parts, hints=hints
        ),
        ev.SittingFinished(reason="done"),
    )
    state, events = None, []
    for seq, body in enumerate(bodies):
        event = ev.Event(
            sitting=f"fix-{slug}",
            seq=seq,
            at=desk.clock.utc(),
            offset=float(seq),
            content="c",
            grader="g",
            body=body,
        )
        state = evolve(state, event)
        events.append(event)
    assert state is not None
    card = CardRow(item=slug, due=desk.clock.utc(), reviewed=desk.clock.utc())
    made = project(None, state, tuple(events)).model_copy(update={"cards": (card,)})
    desk.log.append(events, made)


def test_points_are_fix_and_steps_less_hints(desk: Desk) -> None:
    """Hints cost points of the fifty, never below none; the history row shows them."""
    closed(desk, "lru-eviction", fix=20, hints=5)
    closed(desk, "scaler-leak", fix=0, hints=50)
    rows = desk.log.exercises(5)
    assert [(row.slug, row.points) for row in rows] == [("scaler-leak", 0), ("lru-eviction", 28.5)]
    assert [row.points for row in desk.log.history(5)] == [0, 28.5]
    assert [(row.fix, row.steps) for row in desk.log.history(5)] == [(0, 13.5), (20, 13.5)]
    assert rows[0].parts == PARTS


def test_home_shows_mean_and_weakest_part(desk: Desk) -> None:
    """The weakest part is the one with the smallest share of its points."""
    closed(desk, "lru-eviction", fix=20)
    closed(desk, "scaler-leak", fix=10)
    home = Progress(log=desk.log, clock=desk.clock, interview=lambda: None).home()
    assert (home.debugging.mean, home.debugging.exercises) == (28.5, 2)
    assert (home.debugging.weakest_part, home.debugging.weakest_points) == ("verify", 1.5)
    assert home.due.exercises == ("lru-eviction", "scaler-leak")
    assert home.cold == home.asked == 0


def test_a_part_at_full_points_is_no_weakest(desk: Desk) -> None:
    """Where everything was earned home names no weakness."""
    closed(
        desk, "lru-eviction", fix=20, parts={part: float(of) for part, of in progress.PARTS.items()}
    )
    home = Progress(log=desk.log, clock=desk.clock, interview=lambda: None).home()
    assert home.debugging.weakest_part is None


def test_exercises_stay_out_of_the_answers(desk: Desk) -> None:
    """They have a line of their own and no score out of fifty answers."""
    closed(desk, "lru-eviction", fix=20)
    trends = Progress(log=desk.log, clock=desk.clock, interview=lambda: None).trends()
    assert trends.sittings == ()
    assert [row.slug for row in trends.exercises] == ["lru-eviction"]
    assert desk.log.history(1)[0].score is None
