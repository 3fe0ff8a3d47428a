"""An open exercise: its session, its content, and what is not worth writing down."""

from dataclasses import dataclass

from drill.debugging.same import same_code
from drill.debugging.unreadable import Unreadable
from drill.debugging.versions import line_changes
from drill.model import event as ev
from drill.model.exercise import Exercise
from drill.model.steps import Closed, Edited, Hint, Ran, Submitted
from drill.services.fix_session import Session, text_sha
from drill.services.fix_views import OwnTestsShown, RunShown


@dataclass
class Open:
    session: Session
    exercise: Exercise
    last: RunShown | None = None
    """The last run of this process; after a resume there is none to show."""
    expecting: tuple[str, str] | None = None
    """A hypothesis and what the next run should show if it is true."""
    asks: str | None = None
    """A hypothesis whose run is done, to be marked by the person."""
    own_tests: OwnTestsShown | None = None
    unreadable: tuple[Unreadable, str] | None = None
    """What kept the text from being handed in, with its hash; None after the next run."""
    _compared: tuple[str | None, bool] = None, False
    """The text that was last held against the code as it was given, and whether it differs."""
    shown: int = 0
    """Runs and submissions of the sitting so far, with those before it was left."""

    def __post_init__(self) -> None:
        steps = self.session.record.steps
        self.shown = sum(isinstance(step, Ran | Submitted) for step in steps)

    @property
    def working(self) -> bool:
        return self.session.state.phase == "answering"

    @property
    def begun(self) -> bool:
        """Whether anything was done: without it the end throws the attempt away."""
        texts = self.session.texts
        return self.session.record.acted or texts.more or self._is_edited(texts.source)

    def _is_edited(self, source: str) -> bool:
        """Whether the code itself changed; what was found for a text is kept for the next look."""
        if self._compared[0] != source:
            self._compared = source, not same_code(self.exercise.broken, source)
        return self._compared[1]

    @property
    def hint_levels(self) -> tuple[int, ...]:
        steps = self.session.record.steps
        return tuple(step.level for step in steps if isinstance(step, Hint))

    @property
    def solved(self) -> bool:
        """The last judged submission solved it."""
        judged = self._judged()
        return bool(judged) and judged[-1].verdict == "solved"

    @property
    def closed(self) -> Closed | None:
        steps = self.session.record.steps
        return next((step for step in reversed(steps) if isinstance(step, Closed)), None)

    def is_submitted(self, sha: str) -> bool:
        """Whether the last submission was of that version."""
        for step, raw in zip(
            reversed(self.session.record.steps), reversed(self.session.record.raw), strict=True
        ):
            if isinstance(step, Submitted) and step.verdict != "could_not_run":
                return str(raw.get("sha")) == sha
        return False

    def keep(self, source: str) -> tuple[ev.Body, ...]:
        """Keep a text that is not kept yet."""
        if text_sha(source) in self.session.record.texts:
            return ()
        return (saved(self.exercise.slug, source),)

    def edit_bodies(self, source: str) -> tuple[ev.Body, ...]:
        """Record a version and, where the code itself changed, the edit."""
        record = self.session.record
        last = next((step for step in reversed(record.steps) if isinstance(step, Edited)), None)
        before = self.exercise.broken if last is None else record.texts[last.sha]
        kept = self.keep(source)
        if same_code(before, source):
            return kept
        added, removed = line_changes(before, source)
        sha = text_sha(source)
        return (*kept, self.session.step("edited", added=added, removed=removed, sha=sha))

    def _judged(self) -> list[Submitted]:
        steps = self.session.record.steps
        return [s for s in steps if isinstance(s, Submitted) and s.verdict != "could_not_run"]


def saved(slug: str, text: str) -> ev.CodeSaved:
    return ev.CodeSaved(index=0, slug=slug, sha=text_sha(text), text=text)
