"""A second judge speaks beside the engine, never instead of it."""

import dataclasses

from drill.model.grade import Opinion
from drill.services.second_opinion import SecondOpinion
from drill.services.views import SittingSpec
from tests.core_fakes import Desk

SAID = Opinion(model="stub", verdict="incorrect", why="no")


class Stub:
    def opinion(self, prompt: str, reference: str, answer: str) -> Opinion:
        return Opinion(model="stub", verdict="partial", why=f"{prompt}|{reference}|{answer}")


def test_an_opinion_is_kept_beside_the_mark(desk: Desk) -> None:
    """The opinion is in the history, and the engine's verdict and the counts stand as they were."""
    desk.practice.start(SittingSpec(mode="grill"))
    before = desk.practice.submit("right")
    view = desk.practice.opine(before, SAID)
    assert view.review is not None
    assert view.review.opinion == SAID
    assert view.review.verdict == "correct"
    assert view.counts == before.counts
    desk.practice.quit()
    again = desk.again().practice
    again.resume(before.sitting)
    resumed = again.unpause()
    assert resumed.review is not None
    assert resumed.review.opinion == SAID


def test_a_late_opinion_is_not_kept(desk: Desk) -> None:
    """What is said of an answer that was taken back is dropped; the next one can be judged."""
    desk.practice.start(SittingSpec(mode="grill"))
    first = desk.practice.submit("right")
    desk.practice.undo()
    assert desk.practice.opine(first, SAID).phase == "answering"
    second = desk.practice.submit("right again")
    assert desk.practice.opine(first, SAID).review == second.review
    moved = dataclasses.replace(second, sitting="another")
    assert desk.practice.opine(moved, SAID).review == second.review
    assert desk.practice.opine(second, SAID).review != second.review


def test_nobody_is_asked_without_a_judge(desk: Desk) -> None:
    """Without a setting there is no opinion; with one it gets prompt, reference and answer."""
    view = desk.practice.start(SittingSpec(mode="grill"))
    item = desk.practice.item(view)
    assert SecondOpinion(None).ask(item, "mine") is None
    assert not SecondOpinion(None).available
    said = SecondOpinion(Stub()).ask(item, "mine")
    assert said is not None
    assert said.why == f"{item.prompt}|{item.reference}|mine"
