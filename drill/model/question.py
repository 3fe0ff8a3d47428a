"""What is asked and by which rubric an answer to it is judged.

A wording is a small pattern, described in docs/rubrics.md. All values are frozen; the shared
lexicon travels inside the question, so that grading needs no files.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Topic = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
Kind = Literal["list", "fact", "formula", "order", "contrast", "explain"]
Role = Literal["core", "support", "extra"]
Wording = Annotated[str, Field(min_length=1, max_length=600)]
Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Concept(Frozen):
    """A named set of wordings that mean the same, shared by all questions."""

    name: Identifier
    wordings: tuple[Wording, ...] = Field(min_length=1)
    opposite: str | None = None
    """Concept that says the contrary: standing in its place, it contradicts the wording."""


class OtherNumber(Frozen):
    """A number that may stand in a right answer beside the wanted one."""

    value: float
    near: Wording | None = None
    """Words that have to stand in its clause; None: it never counts against the answer."""


class NumberCheck(Frozen):
    kind: Literal["number"]
    values: tuple[float, ...] = Field(min_length=1)
    """Right values; a percent sign is read as a hundredth as well."""
    tolerance: float = Field(default=0.02, ge=0.0, le=1.0)
    """Relative."""
    low: float | None = None
    """With `high`: everything between them is right too."""
    high: float | None = None
    partly: tuple[float, float] | None = None
    """From, to: numbers between them earn half."""
    near: Wording | None = None
    """Words the number has to stand near; None: any number of the answer is meant."""
    not_near: Wording | None = None
    """Words whose clause makes the right value wrong (it was attached to the other term)."""
    others: tuple[OtherNumber, ...] = ()
    direction: Literal["above", "below"] | None = None
    """On which side of the number the described state lies; None: not looked at."""
    state: Literal["good", "bad"] = "good"
    """Is the state asked for acceptable (good) or suspicious (bad)? Decides when to turn round."""


class OrderItem(Frozen):
    id: Identifier
    wordings: tuple[Wording, ...] = Field(min_length=1)


class OrderCheck(Frozen):
    kind: Literal["order"]
    items: tuple[OrderItem, ...] = Field(min_length=2)
    """In the right order."""
    least: int | None = None
    """Items that have to be named; None: all but one (both of two)."""
    swaps: int = 1
    """Neighbours that may stand the wrong way round (0 for fewer than four items)."""


class Side(Frozen):
    term: tuple[Wording, ...] = Field(min_length=1)
    """What names this side."""
    says: tuple[Wording, ...] = Field(min_length=1)
    """What is true of this side and not of the other."""


class RolesCheck(Frozen):
    kind: Literal["roles"]
    sides: tuple[Side, ...] = Field(min_length=2)


class FormulaCheck(Frozen):
    kind: Literal["formula"]
    formula: str
    """Plain maths, such as `(f(x+h)-f(x-h))/(2*h)`."""
    also: tuple[str, ...] = ()
    """Other right formulas that are not equal to it."""
    partly: tuple[str, ...] = ()
    """Formulas that earn half."""
    symbols: tuple[str, ...] = ()
    """Names that may be called anything in the answer, in order of importance: `h`."""
    contradicts: bool = True
    """Does any other formula with the same function count against the answer?"""


Check = Annotated[NumberCheck | OrderCheck | RolesCheck | FormulaCheck, Field(discriminator="kind")]


class KeyPoint(Frozen):
    id: Identifier
    says: str = Field(min_length=1)
    """The point in words, shown to the person."""
    role: Role = "core"
    """core: the verdict asks for it; support: earns part alone; extra: another valid item."""
    weight: float = Field(default=1.0, gt=0.0)
    wordings: tuple[Wording, ...] = ()
    """Any one of them in one claim earns the point."""
    partly: tuple[Wording, ...] = ()
    """Vaguer wordings that earn half of it."""
    contradicted_by: tuple[Wording, ...] = ()
    """Claims that say the contrary."""
    checks: tuple[Check, ...] = ()

    @model_validator(mode="after")
    def _can_be_earned(self) -> KeyPoint:
        if not (self.wordings or self.checks):
            raise ValueError(f"point {self.id!r} needs wordings or checks")
        return self


class WrongClaim(Frozen):
    """A misconception whose presence limits the verdict."""

    id: Identifier
    says: str = Field(min_length=1)
    """Why it is wrong, shown to the person."""
    wordings: tuple[Wording, ...] = Field(min_length=1)
    cap: Literal["incorrect", "partial"] = "incorrect"
    against: tuple[Identifier, ...] = ()
    """Points it contradicts."""
    unless: tuple[Identifier, ...] = ()
    """Points whose being hit makes it harmless (cap is then partial at most for none of them)."""


class Examples(Frozen):
    earns: tuple[str, ...] = ()
    """Graded correct."""
    partly: tuple[str, ...] = ()
    """Graded partial."""
    earns_not: tuple[str, ...] = ()
    """Graded incorrect."""


class Question(Frozen):
    id: str = Field(pattern=r"^q\d\d$")
    number: int = Field(ge=1, le=999)
    topic: Topic
    concepts: tuple[str, ...] = Field(min_length=1)
    """What a card is about; a quick-fire twin shares it with the question it restates."""
    kind: Kind
    prompt: str = Field(min_length=3)
    seconds: int = Field(gt=0, le=900)
    """Time limit."""
    reference: str = Field(min_length=1)
    spoken: str = Field(min_length=1)
    """How one would say it in the interview."""
    hints: tuple[str, ...] = ()
    twin_of: str | None = None
    points: tuple[KeyPoint, ...] = Field(min_length=1)
    wrong: tuple[WrongClaim, ...] = ()
    correct: tuple[str, ...] = ()
    """Expressions over point ids, any one suffices; empty: the default of the kind."""
    partial: tuple[str, ...] = ()
    note: str = ""
    """Where the usual answer is arguable: shown with the reference."""
    examples: Examples = Examples()
    lexicon: tuple[Concept, ...] = ()
    """The concepts its wordings name, put in by the loader."""


class Criterion(Frozen):
    """One thing that earns marks in a long answer."""

    id: Identifier
    says: str = Field(min_length=1)
    weight: float = Field(default=1.0, gt=0.0)
    wordings: tuple[Wording, ...] = ()
    partly: tuple[Wording, ...] = ()
    checks: tuple[Check, ...] = ()


class BadMethod(Frozen):
    """A claim of a fluent answer whose method or content is wrong."""

    id: Identifier
    says: str = Field(min_length=1)
    wordings: tuple[Wording, ...] = Field(min_length=1)
    cap: float = Field(default=3.0, ge=0.0, le=10.0)
    """Highest mark an answer with this claim can get."""
    costs: float = Field(default=0.0, ge=0.0, le=10.0)
    """Marks taken off besides."""


class LongExamples(Frozen):
    passes: tuple[str, ...] = ()
    """Marked 5.6 or more."""
    fails: tuple[str, ...] = ()
    """Marked below 5.6."""


class LongItem(Frozen):
    """A spoken section (S-A .. S-H) or a long question (L1 .. L5)."""

    id: str = Field(pattern=r"^(L\d+|S-[A-H])$")
    topic: Topic
    concepts: tuple[str, ...] = Field(min_length=1)
    title: str = Field(min_length=1)
    prompt: str = Field(min_length=3)
    seconds: int = Field(gt=0, le=7200)
    reference: str = Field(min_length=1)
    hints: tuple[str, ...] = ()
    content: tuple[Criterion, ...] = Field(min_length=1)
    method: tuple[Criterion, ...] = Field(min_length=1)
    wrong: tuple[BadMethod, ...] = ()
    content_full: float = Field(default=0.8, gt=0.0, le=1.0)
    """Share of the content weight that earns all five marks of the content half."""
    method_full: float = Field(default=0.7, gt=0.0, le=1.0)
    examples: LongExamples = LongExamples()
    lexicon: tuple[Concept, ...] = ()


class Cause(Frozen):
    """What a written hypothesis has to name to be the true cause of an exercise's bug."""

    points: tuple[CausePoint, ...] = Field(min_length=1)
    earns: tuple[str, ...] = ()
    not_earns: tuple[str, ...] = ()
    lexicon: tuple[Concept, ...] = ()


class CausePoint(Frozen):
    id: Identifier
    says: str = Field(min_length=1)
    wordings: tuple[Wording, ...] = Field(min_length=1)
    must: bool = True
    """All that must be named are needed; without any such point one of them suffices."""


Cause.model_rebuild()
