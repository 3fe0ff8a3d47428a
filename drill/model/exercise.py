"""A broken-code exercise as its author wrote it."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

GroupName = Literal["fault", "edges", "regression", "scale", "device", "determinism"]
Text = Annotated[str, Field(min_length=1)]


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
