"""The true cause of an exercise, and whether a written hypothesis names it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from drill.content.bank import load_bank
from drill.content.exercises import SHEET, load_exercise
from drill.content.instances import instance
from drill.grading import names_cause
from drill.model.exercise import Exercise
from drill.model.question import Cause, Concept
from drill.paths import bank_folder, exercises_folder, installed_packs

Lexicon = Callable[[Iterable[str]], tuple[Concept, ...]]
"""Finds the shared concepts that wordings name."""

CONCEPT_MARK = "<"
"""What a wording names a shared concept with; without one the bank is not read."""
PART = 0.5
"""Credit of a hypothesis that names one point of the cause, but not all it must."""


@dataclass(frozen=True)
class KnownCause:
    """What is known of an exercise that a trace was recorded of."""

    cause: Cause
    original: str
    """SHA-256 of the code as it was given."""

    def credit(self, text: str) -> float:
        """Return 1 if `text` names the true cause, `PART` if it names a point of it, else 0."""
        if names_cause(text, self.cause):
            return 1.0
        return PART if any(names_cause(text, part) for part in self._parts) else 0.0

    @cached_property
    def _parts(self) -> tuple[Cause, ...]:
        return tuple(
            self.cause.model_copy(update={"points": (point.model_copy(update={"must": True}),)})
            for point in self.cause.points
        )


def known_cause(exercise: Exercise, lexicon: Lexicon) -> KnownCause:
    written = exercise.sheet.root_cause
    wordings = [wording for point in written.points for wording in point.wordings]
    cause = Cause.model_validate({**written.model_dump(), "lexicon": lexicon(wordings)})
    return KnownCause(cause, text_sha(exercise.broken))


def text_sha(text: str) -> str:
    """Return the hash by which a version of the code is known."""
    return sha256(text.encode()).hexdigest()


class RootCauses:
    """Finds the one exercise that a trace names; the others are not read."""

    def __init__(self, roots: Sequence[Path], lexicon: Lexicon) -> None:
        self._roots = tuple(roots)
        self._lexicon = lexicon

    @classmethod
    def of_packs(cls, packs: Sequence[Path] = ()) -> "RootCauses":
        content = (*packs, *installed_packs())

        def lexicon(wordings: Iterable[str]) -> tuple[Concept, ...]:
            wanted = tuple(wordings)
            if not any(CONCEPT_MARK in wording for wording in wanted):
                return ()
            bank = load_bank([bank_folder(), *content])
            return bank.lexicon_for(wanted)

        return cls([exercises_folder(), *content], lexicon)

    def known(self, slug: str, number: int = 0) -> KnownCause | None:
        """Return what is known of that instance of an exercise; None when it is not here."""
        if not slug or slug != Path(slug).name:
            return None
        for root in self._roots:
            folder = root / slug
            if (folder / SHEET).is_file():
                return known_cause(instance(load_exercise(folder), number), self._lexicon)
        return None
