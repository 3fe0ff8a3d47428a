"""A way to tell a trace in a few words."""

from collections.abc import Callable

import pytest

from drill.debugging import score
from drill.model.steps import STEP, StepEvent, StepScore

CAUSE = "the eviction check runs before the insert"


def names_cause(text: str) -> float:
    """Stand in for the grading engine: the cause, half of it, or neither."""
    if "eviction" in text and "before" in text:
        return 1.0
    return 0.5 if "eviction" in text else 0.0


class Tell:
    """Tells a trace; each act takes ten seconds unless `at` says when it was."""

    def __init__(self, minutes: float = 10, slug: str = "lru-eviction") -> None:
        self.events: list[StepEvent] = []
        self._t = 0.0
        self._sha = 0
        self._add("opened", slug=slug, minutes=minutes)

    def _add(self, kind: str, at: float | None = None, **fields: object) -> "Tell":
        if self.events:
            self._t = self._t + 10 if at is None else at
        self.events.append(STEP.validate_python({"kind": kind, "t": self._t, **fields}))
        return self

    def ran(self, failed: bool, target: str = "example", **fields: object) -> "Tell":
        error = "AssertionError" if failed else None
        return self._add("ran", **{"target": target, "failed": failed, "error": error, **fields})

    def fails(self, **fields: object) -> "Tell":
        return self.ran(True, **fields)

    def holds(self, **fields: object) -> "Tell":
        return self.ran(False, **fields)

    def probe(self, **fields: object) -> "Tell":
        return self.ran(False, **{"target": "scratch", "probe": True, **fields})

    def thinks(self, text: str = CAUSE, verdict: str = "open", at: float | None = None) -> "Tell":
        return self._add("hypothesis", at, text=text, verdict=verdict)

    def edits(self, sha: str | None = None, added: int = 1, removed: int = 1) -> "Tell":
        self._sha += 1
        return self._add("edited", added=added, removed=removed, sha=sha or f"v{self._sha}")

    def tests(self, caught: int, of: int = 8, holds: bool = True) -> "Tell":
        return self._add("own_test", holds_on_fixed=holds, caught=caught, of=of)

    def submits(self, passed: int = 3, groups: int = 3, **fields: object) -> "Tell":
        verdict = "solved" if passed == groups else "unsolved"
        base = {"verdict": verdict, "groups_passed": passed, "groups": groups}
        size = {"changed": 2, "reference_changed": 2, "residue": 0}
        return self._add("submitted", **{**base, **size, **fields})

    def hint(self, level: int = 1) -> "Tell":
        return self._add("hint", level=level)

    def closes(self, reason: str = "solved") -> "Tell":
        return self._add("closed", reason=reason)

    def score(self, judge: Callable[[str], float] | None = names_cause) -> StepScore:
        return score(self.events, root_cause=judge)

    def part(self, name: str) -> int:
        return {str(key): part.points for key, part in self.score().parts.items()}[name]


@pytest.fixture
def tell() -> type[Tell]:
    return Tell
