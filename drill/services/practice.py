"""Practice: a timed sitting, from its first question to its scorecard."""

from drill.model.grade import Verdict
from drill.model.scorecard import Scorecard
from drill.services.views import Resumable, SittingSpec, View


class Practice:
    """One sitting at a time, for one front end, on one thread.

    Every method writes its events before it returns; what it returns may be shown. A `StoreError`
    means that nothing changed: show its message, keep the text in the box, try again.
    Methods that do not fit the phase change nothing and return the view as it is, so a late key or
    a late timer does no harm. Every verb returns the new `View`.
    """

    def start(self, spec: SittingSpec) -> View:
        """Begin a sitting; the first item's clock runs at once. `UsageError`: no item fits."""
        raise NotImplementedError

    def preview(self, spec: SittingSpec) -> tuple[str, ...]:
        """List the ids a sitting would ask, in order, without starting one; may be empty."""
        raise NotImplementedError

    def resumable(self) -> tuple[Resumable, ...]:
        """Sittings left before their end, newest first; answer-less ones are left out."""
        raise NotImplementedError

    def resume(self, sitting: str) -> View:
        """Open a left sitting: paused, draft and clock as they were. Go on with `unpause`."""
        raise NotImplementedError

    def discard(self, sitting: str) -> None:
        """End a left sitting as it stands; it is kept in the history and no longer offered."""
        raise NotImplementedError

    @property
    def open(self) -> bool:
        """Whether a sitting is open here."""
        raise NotImplementedError

    def view(self) -> View:
        """Show the sitting now. Cheap: call it as often as the screen is drawn."""
        raise NotImplementedError

    def tick(self) -> View:
        """Call it 4-10 times a second while open: saves the draft, and at expiry grades it."""
        raise NotImplementedError

    def draft(self, text: str) -> None:
        """Take the text in the box: in memory at once, on disk within half a second of `tick`s.

        The first letter ends the think clock and starts the answer clock.
        """
        raise NotImplementedError

    def confidence(self, level: int) -> View:
        """How sure, 1-4, before the reveal; may be changed until the submit."""
        raise NotImplementedError

    def submit(self, text: str) -> View:
        """Grade this text; the phase becomes `reviewing`. A blank text is not submitted."""
        raise NotImplementedError

    def hint(self) -> View:
        """Open the next hint; the answer can then be helped at best."""
        raise NotImplementedError

    def skip(self) -> View:
        """Give the item up; the phase becomes `reviewing` (the reference can be read)."""
        raise NotImplementedError

    def pause(self) -> View:
        raise NotImplementedError

    def unpause(self) -> View:
        raise NotImplementedError

    def note(self, text: str) -> View:
        """Write the note of the item on screen; replaces the earlier one."""
        raise NotImplementedError

    def show_reference(self) -> View:
        """Unfold the reference while reviewing; a later try of this item is then not cold."""
        raise NotImplementedError

    def overrule(self, verdict: Verdict, reason: str) -> View:
        """Put the person's mark beside the engine's.

        `UsageError` when the reason is blank and the engine was sure.
        """
        raise NotImplementedError

    def undo(self) -> View:
        """Take back what `View.can_undo` names.

        After a submit or skip the item is open again, its clock as it stood, and no longer cold.
        """
        raise NotImplementedError

    def next(self) -> View:
        """Leave the review for the next item; after the last one, or past the cap, finish."""
        raise NotImplementedError

    def end(self) -> View:
        """Finish now; what was not reached counts as not reached."""
        raise NotImplementedError

    def quit(self) -> None:
        """Save the draft, pause and close; `resumable` offers it again."""
        raise NotImplementedError

    def scorecard(self, sitting: str | None = None) -> Scorecard:
        """Score the open sitting as it stands, or any sitting of the history."""
        raise NotImplementedError
