"""The true cause of an exercise, and whether a written hypothesis names it."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from drill.content.exercises import SHEET, load_exercise
from drill.grading import grade_cause
from drill.model.exercise import Exercise
from drill.model.question import Cause
from drill.paths import content_root


@dataclass(frozen=True)
class KnownCause:
    """What is known of an exercise that a trace was recorded of."""

    cause: Cause
    original: str
    """SHA-256 of the code as it was given."""

    def names_cause(self, text: str) -> float:
        """Return how far `text` names the true cause, in [0, 1]."""
        return grade_cause(text, self.cause).credit


def known_cause(exercise: Exercise) -> KnownCause:
    written = exercise.sheet.root_cause.model_dump()
    return KnownCause(Cause.model_validate(written), text_sha(exercise.broken))


def text_sha(text: str) -> str:
    """Return the hash by which a version of the code is known."""
    return sha256(text.encode()).hexdigest()


class RootCauses:
    """Finds the one exercise that a trace names; the others are not read."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self._roots = tuple(roots)

    @classmethod
    def of_packs(cls, packs: Sequence[Path] = ()) -> "RootCauses":
        return cls([content_root() / "buggy_snippets", *packs])

    def known(self, slug: str) -> KnownCause | None:
        """Return what is known of that exercise; None when it is not here."""
        if not slug or slug != Path(slug).name:
            return None
        for root in self._roots:
            folder = root / slug
            if (folder / SHEET).is_file():
                return known_cause(load_exercise(folder))
        return None
