"""Regrade: a better engine or bank marks the stored answers again; the old mark stays beside."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from drill.services.choosing import items_of
from drill.services.pen import Pen, Versions
from drill.services.ports import Bank, Clock, Lines, Log, Marker
from drill.services.running import Running
from drill.sitting.commands import Mark
from drill.sitting.evolve import replay


class Whole(Log, Lines, Protocol):
    """The history with its list of all sittings."""


@dataclass(frozen=True, kw_only=True)
class Regraded:
    sittings: int
    answers: int
    """Marked again."""
    changed: int
    """Whose grade differs from before; only these were written."""
    verdicts: int
    """Whose verdict differs from before."""


class Regrade:
    def __init__(
        self, *, log: Whole, bank: Callable[[], Bank], marker: Marker, clock: Clock
    ) -> None:
        self._log = log
        self._bank = bank
        self._marker = marker
        self._clock = clock

    def run(self) -> Regraded:
        """Mark every answer of every finished sitting whose item is still in the bank."""
        bank = self._bank()
        items = items_of(bank)
        pen = Pen(self._log, self._clock, Versions(bank.version, self._marker.version))
        sittings = answers = changed = verdicts = 0
        for sitting in self._log.sittings():
            if replay(self._log.events(sitting)).phase != "finished":
                continue
            running = Running.reopen(sitting, pen)
            sittings += 1
            for index, at in enumerate(running.state.items):
                if at.answer is None or at.plan.id not in items:
                    continue
                answers += 1
                grade = self._marker.mark(at.answer, items[at.plan.id])
                if grade != at.grade:
                    changed += 1
                    verdicts += at.grade is None or grade.verdict != at.grade.verdict
                    running.do(Mark(index, grade, regraded=at.grade is not None))
        return Regraded(sittings=sittings, answers=answers, changed=changed, verdicts=verdicts)
