"""Random sittings over a real history: what is read back is what was on screen."""

import random
from contextlib import suppress

import pytest

from drill.errors import UsageError
from drill.services.practice import Practice
from drill.services.views import SittingSpec
from drill.sitting.evolve import replay
from drill.sitting.results import counts, results
from tests.core_fakes import Desk

TEXTS = ("right", "half", "wrong", "maybe", "right 🦊", " ")


def step(practice: Practice, dice: random.Random) -> None:
    """Press one key, likely or not."""
    verbs = (
        lambda: practice.draft(dice.choice(TEXTS)),
        lambda: practice.submit(dice.choice(TEXTS)),
        lambda: practice.confidence(dice.randint(1, 4)),
        practice.hint,
        practice.skip,
        practice.pause,
        practice.unpause,
        practice.unpause,
        lambda: practice.note(dice.choice(TEXTS)),
        practice.show_reference,
        lambda: practice.overrule("correct", "because"),
        practice.undo,
        practice.next,
        practice.next,
        practice.tick,
    )
    with suppress(UsageError):  # a mark is not overruled by itself
        dice.choice(verbs)()


@pytest.mark.parametrize("seed", range(12))
def test_a_second_process_sees_the_same_sitting(desk: Desk, seed: int) -> None:
    """After any keys: the log folds to the state on screen, the summaries to its counts."""
    dice = random.Random(seed)
    practice = desk.practice
    practice.start(SittingSpec(mode="grill", shuffle=True, seed=seed, items=6))
    for _ in range(120):
        desk.clock.run(dice.choice([0, 0.1, 0.7, 3]))
        step(practice, dice)
        practice.tick()
    card, view = practice.scorecard(), practice.view()
    practice.quit()
    again = desk.again()
    kept = again.practice.scorecard("desk-sitting-1")
    assert kept.model_copy(update={"think": 0, "write": 0, "review": 0, "items": ()}) == (
        card.model_copy(update={"think": 0, "write": 0, "review": 0, "items": ()})
    )
    assert [(i.answer, i.verdict, i.standing, i.note) for i in kept.items] == [
        (i.answer, i.verdict, i.standing, i.note) for i in card.items
    ]
    rows = desk.log.history(1)
    if rows:
        row = rows[0]
        summed = counts(results(replay(desk.log.events("desk-sitting-1"))))
        assert summed.model_dump() == row.model_dump(include=set(summed.model_dump()))
        assert desk.log.totals().answers == summed.done
    if view.phase == "finished":
        with pytest.raises(UsageError):
            again.practice.resume("desk-sitting-1")
    else:
        resumed = again.practice.resume("desk-sitting-1")
        assert (resumed.item, resumed.draft, resumed.counts) == (
            view.item,
            view.draft,
            view.counts,
        )
        assert resumed.left == pytest.approx(view.left, abs=0.01)
    again.log.close()
