"""A broken-code exercise as its author wrote it."""

from collections import Counter
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

GroupName = Literal["fault", "edges", "regression", "scale", "device", "determinism"]
Text = Annotated[str, Field(min_length=1)]
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Literally = int | float | str | tuple[int | float | str | None, ...]
"""What may stand behind a constant of example.py."""


class Frozen(BaseModel):
    """Base of every value here: immutable, and nothing unknown is let in."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckGroup(Frozen):
    name: GroupName
    covers: Text
    """One line for the person: what holds when the group holds."""


class CausePoint(Frozen):
    id: Text
    says: Text
    wordings: Annotated[tuple[Text, ...], Field(min_length=1)]
    """Accepted wordings, in the language of the question bank."""
    must: bool = True
    """Without it the cause is not named."""


class RootCause(Frozen):
    points: Annotated[tuple[CausePoint, ...], Field(min_length=1)]
    earns: tuple[Text, ...] = ()
    """Sentences that name the cause; the content check grades them."""
    not_earns: tuple[Text, ...] = ()
    """Sentences that do not."""


class Debrief(Frozen):
    logs: Text
    """What it looks like in the logs."""
    find: Text
    """How one finds it."""
    prevent: Text
    """How one keeps it from coming back."""
    sources: tuple[Text, ...] = ()


class Variant(Frozen):
    """What is said of another text to mend, `variants/NAME.py`, where it differs."""

    absent: tuple[Text, ...] = ()
    """Ids of points of the root cause that are not planted in it."""
    cause: Text | None = None
    """What the points that must be named say of it; None: the same."""
    symptom: Text
    """`{NAME}` stands for the value of a constant of the example."""
    hints: Annotated[tuple[Text, ...], Field(min_length=3, max_length=3)] | None = None


class Instances(Frozen):
    """How one exercise is another text each time it is opened."""

    names: dict[Identifier, Annotated[tuple[Identifier, ...], Field(min_length=1)]] = {}
    """Name in broken.py that is nobody's business outside -> what else it could be called."""
    sizes: dict[Identifier, Annotated[tuple[Literally, ...], Field(min_length=1)]] = {}
    """Constant at the top of example.py -> further values."""
    symptom: Text | None = None
    """Said instead of the exercise's symptom when a size is another one."""
    variants: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], Variant] = {}

    @model_validator(mode="after")
    def _one_name_for_one_thing(self) -> Self:
        given = Counter(name for names in self.names.values() for name in {*names})
        given.update(self.names.keys())
        if twice := sorted(name for name, count in given.items() if count > 1):
            raise ValueError(f"names: {twice[0]!r} stands for two things")
        if self.sizes and self.symptom is None:
            raise ValueError("sizes: the symptom for other sizes is missing")
        return self


class ExerciseSheet(Frozen):
    """The content of exercise.yaml."""

    slug: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Text
    topic: Text
    """Letter of the catalogue, sometimes with a word after it."""
    error_class: Text
    minutes: Annotated[int, Field(ge=1, le=90)]
    """The time budget under interview conditions."""
    difficulty: Annotated[int, Field(ge=1, le=5)]
    concepts: Annotated[tuple[Text, ...], Field(min_length=1)]
    devices: tuple[Literal["cpu", "cuda"], ...] = ("cpu",)
    story: Text
    contract: Annotated[tuple[Text, ...], Field(min_length=1)]
    """What any right fix must do, edge by edge."""
    api: Text
    symptom: Text
    groups: Annotated[tuple[CheckGroup, ...], Field(min_length=1)]
    hints: Annotated[tuple[Text, ...], Field(min_length=3, max_length=3)]
    root_cause: RootCause
    debrief: Debrief
    seconds: Annotated[float, Field(gt=0, le=120)] = 20
    """Deadline of a whole submission on a machine of ordinary speed."""
    instances: Instances | None = None
    """None: it is the same text each time."""


class OtherText(Frozen):
    """Another text to mend, with faults of the same exercise."""

    name: str
    broken: str
    example: str | None = None
    """An example of its own, where the exercise's does not fail on it."""


class Exercise(Frozen):
    """An exercise with the texts a person may see; hidden checks are left on disk."""

    sheet: ExerciseSheet
    broken: str
    example: str
    fixed: str
    """The reference, shown only in the debrief."""
    folder: str
    """Where its files stand, as an absolute path."""
    version: str
    """Hash over all files of the folder."""
    variants: tuple[OtherText, ...] = ()
    instance: int = 0
    """0 for the texts as they stand in the folder."""

    @property
    def slug(self) -> str:
        return self.sheet.slug


class Fix(Frozen):
    """A known fix that the content check judges."""

    name: str
    """File name without its ending, such as `wrong_off_by_one`."""
    right: bool
    says: str
    """What is wrong with it (the first line of the file), empty for a right one."""
    source: str
