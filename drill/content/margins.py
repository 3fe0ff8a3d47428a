"""How much time right fixes leave before their deadlines."""

from dataclasses import dataclass, field

from drill.errors import ContentError
from drill.model.run import CheckTime, RunVerdict

LEAST_MARGIN = 5.0
"""A deadline is at least so many times what the slowest right fix takes."""
WHOLE = "the whole run"


@dataclass(frozen=True)
class Margin:
    """The deadline that came nearest in one run of a right fix."""

    slug: str
    file: str
    check: str
    """`group/name`, or that it was the deadline of the whole run."""
    ms: float
    limit_ms: float
    times: float
    """The deadline as a multiple of the time taken."""

    def __str__(self) -> str:
        return f"{self.slug}, {self.check}: {_time(self.ms)} of {_time(self.limit_ms)} are needed"


def _time(ms: float) -> str:
    if ms < 1:
        return "under 1 ms"
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"  # noqa: PLR2004 - a second


@dataclass
class Margins:
    """The narrowest margin of every right fix, in the least disturbed of its runs."""

    _best: dict[str, Margin] = field(default_factory=dict)

    def keep(self, file: str, verdict: RunVerdict) -> None:
        """Remember a run; of several runs with one seed the quickest counts."""
        if verdict.verdict != "solved" or verdict.tightest is None:
            return
        whole = CheckTime(check=WHOLE, ms=verdict.ms.run, limit_ms=verdict.limit_ms)
        near = min(verdict.tightest, whole, key=lambda one: one.margin)
        made = Margin(verdict.slug, file, near.check, near.ms, near.limit_ms, near.margin)
        before = self._best.get(file)
        if before is None or made.times > before.times:
            self._best[file] = made

    def too_narrow(self, file: str) -> bool:
        return file in self._best and self._best[file].times < LEAST_MARGIN

    def narrowest(self) -> tuple[Margin, ...]:
        """Of every exercise the right fix that comes nearest to a deadline."""
        found: dict[str, Margin] = {}
        for one in self._best.values():
            if one.slug not in found or one.times < found[one.slug].times:
                found[one.slug] = one
        return tuple(found[slug] for slug in sorted(found))

    def problem(self, file: str) -> ContentError:
        near = self._best[file]
        says = (
            f"{near.check} takes {near.ms:.0f} ms of {near.limit_ms:.0f}: "
            f"the limit is {near.times:.1f} times that, not {LEAST_MARGIN:.0f}"
        )
        return ContentError(file, says, mend="give the check more seconds, or less to do")
