"""A second opinion on a graded answer, where the person has set up a judge."""

from typing import Protocol

from drill.model.grade import Opinion
from drill.model.question import LongItem, Question


class Judge(Protocol):
    """Says what it thinks of an answer; never raises, keeps to its time."""

    def opinion(self, prompt: str, reference: str, answer: str) -> Opinion: ...


class SecondOpinion:
    """Asks the judge; blocks, so a front end calls it from a thread of its own."""

    def __init__(self, judge: Judge | None) -> None:
        self._judge = judge

    @property
    def available(self) -> bool:
        return self._judge is not None

    def ask(self, item: Question | LongItem, answer: str) -> Opinion | None:
        """None where no judge is set up."""
        if self._judge is None:
            return None
        return self._judge.opinion(item.prompt, item.reference, answer)
