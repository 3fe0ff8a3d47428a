"""What a sitting came to: every number a person is shown at its end."""

from typing import Literal

from drill.model.event import Ending, Frozen, ItemKind, Mode
from drill.model.grade import Grade, Verdict

CORE_OF = 40
"""Questions 1-40, of which the pass line of 28 must be cold."""
BAND_SHARE = 0.7
"""A band holds when at least this share of it is cold (28 of 40)."""

Standing = Literal["cold", "warm", "helped", "not"]
"""How a right answer was reached; `not`: it was not right."""
Outcome = Literal["open", "graded", "expired", "skipped"]
"""`open`: shown or still to come; `expired`: the time ran out over an empty box."""


class ItemResult(Frozen):
    """One item of a sitting as it stands now."""

    index: int
    id: str
    kind: ItemKind
    number: int | None
    topic: str
    concepts: tuple[str, ...]
    twin_of: str | None
    outcome: Outcome
    answer: str
    """The last submitted text, else the draft."""
    grade: Grade | None
    """The engine's newest mark."""
    first_grade: Grade | None
    """The engine's first mark, when a regrade came after it; else None."""
    overruled: Verdict | None
    """The person's own mark, beside the engine's."""
    reason: str
    verdict: Verdict | None
    """The mark that counts: the person's where there is one, else the engine's; None while open."""
    standing: Standing
    engine_standing: Standing
    """The same by the engine's mark alone."""
    confidence: int | None
    hints: int
    """Hints opened."""
    note: str
    think: float
    """Seconds until the first letter, pauses left out."""
    write: float
    """Seconds from the first letter to the answer."""
    review: float
    """Seconds over the verdict."""
    seconds: float
    """The limit."""


class Counts(Frozen):
    """Items that were decided: right ones by how they were reached, and the rest."""

    answered: int = 0
    """Got a mark: all but skipped ones and those whose time ran out over an empty box."""
    cold: int = 0
    warm: int = 0
    helped: int = 0
    partial: int = 0
    incorrect: int = 0
    """Includes time run out over an empty box."""
    skipped: int = 0

    @property
    def done(self) -> int:
        """All that were decided: what a score is counted on."""
        return self.cold + self.warm + self.helped + self.partial + self.incorrect + self.skipped


class BandScore(Frozen):
    """One of the three bands of the grill, as far as this sitting asked it."""

    name: str
    first: int
    last: int
    cold: int
    of: int
    """Questions of the band that were in the sitting."""
    holds: bool | None
    """None when the sitting had none of them."""
    meaning: str
    """What a weak band means, a sentence."""


class ConceptScore(Frozen):
    concept: str
    cold: int
    of: int


class Scorecard(Counts):
    """The end of a sitting."""

    sitting: str
    mode: Mode
    title: str
    finished: bool
    ended: Ending | None = None
    """How it finished; None while it is open."""
    of: int
    """Items planned."""
    not_reached: int
    engine_cold: int
    """Cold by the engine's marks alone; differs from `cold` where the person overruled."""
    overruled: int
    """Marks of the person that differ from the engine's."""
    score: float | None
    """Cold answers out of 50, scaled when the sitting was shorter; None for no items."""
    scaled_from: int | None
    """How many items the score is scaled from; None when it is a plain count out of 50."""
    passed: bool | None
    """`score` >= 28."""
    aim: bool | None
    """`score` >= 30 and a five-minute plan passed; None while no plan was asked."""
    plan_passed: bool | None
    """A long item of this sitting reached 5.6 of 10; None when there was none."""
    core_cold: int
    """Cold among questions 1-40."""
    core_of: int
    """Questions 1-40 that were asked; the line of 28 applies when it is 40."""
    core_passed: bool | None
    bands: tuple[BandScore, ...]
    weakest_band: str | None
    can_answer: int
    """Distinct questions answered cold; a quick-fire twin counts once with its elder."""
    can_answer_of: int
    think: float
    write: float
    review: float
    """The three clocks, seconds."""
    slowest: tuple[ItemResult, ...]
    """At most five, slowest first."""
    weakest: tuple[ConceptScore, ...]
    """At most five concepts that were not cold, weakest first."""
    mean_long: float | None
    """Mean of the 0-10 marks of spoken and long items."""
    advice: tuple[str, ...]
    """What to do next, most useful first, 1-3 lines."""
    items: tuple[ItemResult, ...]

    @property
    def cut(self) -> str:
        """Why it stopped before all was asked, in two words; empty where all was."""
        if not self.not_reached:
            return ""
        return {"ended": "ended early", "cap": "time over"}.get(self.ended or "", "so far")

    @property
    def told(self) -> str:
        """Say whether the pass line was reached, and on what that counts where it was cut short."""
        if self.passed is None:
            return "nothing was asked"
        if not self.cut:
            return "passed" if self.passed else "not passed"
        would = "it would pass" if self.passed else "it would not pass"
        return f"on the {self.done} of {self.of} that were asked {would}"
