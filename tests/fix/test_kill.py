"""A program that dies in the middle of an exercise loses nothing that was on screen."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

Bench = Any
Texts = Callable[[str], str]


def test_left_exercise_comes_back_as_it_was(bench: Bench, texts: Texts) -> None:
    """Texts, thoughts, hints and clock after a kill between two ticks."""
    fix = bench.fix
    sitting = fix.start("empty-max").sitting
    fix.run("example")
    fix.think(texts("cause"))
    fix.hint()
    fix.edit(source="half done", own="assert True", scratch="print(1)")
    bench.clock.pass_(0.6)
    before = fix.tick()
    bench.clock.pass_(5000)
    again = bench.again()
    (left,) = again.resumable()
    assert left.sitting == sitting
    after = again.resume(sitting)
    assert after.phase == "paused"
    assert after.paused_by == "lost"
    after = again.unpause()
    assert (after.source, after.own, after.scratch) == ("half done", "assert True", "print(1)")
    assert (after.thoughts, after.hints, after.runs) == (before.thoughts, before.hints, 1)
    assert after.left == pytest.approx(before.left, abs=1.5)


def test_untouched_exercise_is_offered_once_it_was_put_away(bench: Bench) -> None:
    """Keep for later keeps what was only read, its clock too, and over a kill after coming back."""
    sitting = bench.fix.start("empty-max").sitting
    assert bench.again().resumable() == ()
    bench.fix.start("empty-max")
    bench.clock.pass_(30)
    sitting = bench.fix.pause().sitting
    bench.fix.quit()
    again = bench.again()
    assert [one.sitting for one in again.resumable()] == [sitting]
    assert again.resume(sitting).left == pytest.approx(570)
    again.unpause()
    bench.clock.pass_(1.1)
    again.tick()
    assert sitting in [one.sitting for one in bench.again().resumable()]


@pytest.mark.parametrize("act", ["run", "think", "type"])
def test_the_first_act_is_kept_over_a_kill_right_after_it(bench: Bench, act: str) -> None:
    """One run, one thought or one letter, then a kill: it is offered again."""
    sitting = bench.fix.start("empty-max").sitting
    if act == "run":
        bench.fix.run("example")
    elif act == "think":
        bench.fix.think("the list is empty")
    else:
        bench.fix.edit(source="# so\n")
        bench.clock.pass_(0.6)
        bench.fix.tick()
    assert [one.sitting for one in bench.again().resumable()] == [sitting]


def test_a_live_exercise_is_marked_as_open_elsewhere(bench: Bench) -> None:
    """A second drill sees that the first still runs; what this one put away is nobody else's."""
    first = bench.fix
    first.start("empty-max")
    first.run("example")
    for _ in range(3):
        bench.clock.pass_(0.6)
        first.tick()
    other = bench.again()
    assert other.resumable()[0].open_elsewhere
    first.quit()
    assert not first.resumable()[0].open_elsewhere
    bench.clock.pass_(60)
    assert not other.resumable()[0].open_elsewhere


def test_quit_keeps_and_finished_is_not_offered(bench: Bench) -> None:
    """A finished exercise is in the history, a left one is resumable."""
    bench.fix.start("empty-max")
    bench.fix.run("example")
    bench.fix.quit()
    assert len(bench.fix.resumable()) == 1
    bench.fix.resume(bench.fix.resumable()[0].sitting)
    bench.fix.unpause()
    bench.fix.close("abandoned")
    assert bench.again().resumable() == ()


@pytest.mark.parametrize("seed", range(20))
def test_kill_at_any_moment_scores_like_no_kill(bench: Bench, texts: Texts, seed: int) -> None:
    """The same acts with a kill after a random one: the same card as without."""
    dice = Random(seed)
    acts: list[Callable[[Any], object]] = [
        lambda f: f.run("example"),
        lambda f: f.think(texts("cause")),
        lambda f: f.edit(scratch="from broken import f\nprint(f([]))\n"),
        lambda f: f.run("scratch"),
        lambda f: f.edit(source="def f(xs):\n    return sorted(xs)[-1]\n"),
        lambda f: f.run("example"),
        lambda f: f.go_back(),
        lambda f: f.edit(source=texts("fixed")),
        lambda f: f.run("example"),
        lambda f: f.submit(),
    ]
    killed_after = dice.randrange(len(acts))

    def work(kill: bool) -> Any:
        fix = bench.again()
        sitting = fix.start("empty-max").sitting
        for number, act in enumerate(acts):
            act(fix)
            bench.clock.pass_(0.6)
            fix.tick()
            if kill and number == killed_after:
                fix = bench.again()
                fix.resume(sitting)
                fix.unpause()
        fix.close("solved")
        return fix.card()

    whole, broken_off = work(False), work(True)
    assert broken_off.points == whole.points
    assert broken_off.steps.parts.keys() == whole.steps.parts.keys()
    for name, part in whole.steps.parts.items():
        assert broken_off.steps.parts[name].points == part.points


def test_a_left_exercise_can_be_ended_as_it_stands(bench: Bench) -> None:
    """What was done is scored and its own tests are judged; it is not offered again."""
    bench.fix.start("empty-max")
    bench.fix.run("example")
    bench.fix.edit(own="from broken import f\n\ndef test_x():\n    assert f([]) == 0\n")
    bench.fix.quit()
    again = bench.again()
    again.discard(again.resumable()[0].sitting)
    assert again.resumable() == ()
    assert not again.is_open
    (row,) = bench.history.exercises(10)
    assert row.parts["reproduce"] == 4
    assert row.parts["verify"] == 2


def test_a_left_exercise_without_an_act_is_thrown_away(bench: Bench) -> None:
    """Put away after a look at the story, then ended: no row."""
    bench.fix.start("empty-max")
    bench.fix.quit()
    bench.fix.discard(bench.fix.resumable()[0].sitting)
    assert bench.fix.resumable() == ()
    assert bench.history.exercises(10) == ()
