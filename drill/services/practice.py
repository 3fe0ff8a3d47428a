"""Practice: a timed sitting, from its first question to its scorecard."""

from collections.abc import Callable
from datetime import date
from functools import cached_property

from drill.errors import UsageError
from drill.model.event import Event, PlannedItem
from drill.model.grade import Opinion, Verdict
from drill.model.question import LongItem, Question
from drill.model.scorecard import Scorecard
from drill.services.choosing import MODES, choose, items_of, start_command
from drill.services.left import resumables
from drill.services.pen import Journal, Pen, Versions
from drill.services.ports import Bank, Marker
from drill.services.rendering import answered, view
from drill.services.running import Running
from drill.services.views import Answered, Preview, Resumable, SittingSpec, View
from drill.sitting import commands as do
from drill.sitting.card import scorecard
from drill.sitting.decide import Dice, chosen
from drill.sitting.evolve import replay


class Practice:
    """One sitting at a time, for one front end, on one thread.

    Every method writes its events before it returns; what it returns may be shown. A `StoreError`
    means that nothing changed: show its message, keep the text in the box, try again.
    Methods that do not fit the phase change nothing and return the view as it is, so a late key or
    a late timer does no harm. Every verb returns the new `View`.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        bank: Callable[[], Bank],
        marker: Marker,
        dice: Callable[[int], Dice],
        draw: Callable[[], int],
        interview: Callable[[], date | None],
    ) -> None:
        self._journal = journal
        self._log, self._clock = journal.log, journal.clock
        self._load_bank = bank
        self._marker = marker
        self._dice = dice
        """Seed -> dice."""
        self._draw = draw
        """Draws a seed."""
        self._interview = interview
        self._running: Running | None = None

    def start(self, spec: SittingSpec) -> View:
        """Begin a sitting; the first item's clock runs at once. `UsageError`: no item fits."""
        self._leave()
        command = start_command(spec, self._pool(spec), self._draw)
        self._running = Running.begin(
            command,
            self._dice(command.seed or 0),
            self._journal.new_id(),
            self._pen,
        )
        return self.view()

    def preview(self, spec: SittingSpec) -> Preview:
        """Tell what a sitting would ask, without starting one; may be nothing."""
        pool = self._pool(spec)
        command = start_command(spec, pool, lambda: 0)
        asked = chosen(command, self._dice(command.seed or 0))
        drawn = spec.seed is None and bool(command.shuffle or command.parts)
        shown = pool if drawn else asked
        return Preview(asked=len(asked), pool=tuple(item.id for item in shown), drawn=drawn)

    def resumable(self) -> tuple[Resumable, ...]:
        """Sittings left before their end, newest first; answer-less ones are left out."""
        here = None if self._running is None else self._running.state.id
        return resumables(self._log.left(), self._clock.utc(), modes=MODES, here=here)

    def resume(self, sitting: str) -> View:
        """Open a left sitting: paused, draft and clock as they were. Go on with `unpause`."""
        self._leave()
        running = self._reopen(sitting)
        if running.state.phase == "finished":
            raise UsageError("this sitting is finished; its scorecard is in the history")
        running.do(do.Pause("lost"))
        self._running = running
        self._mark()
        return self.view()

    def discard(self, sitting: str) -> None:
        """End a left sitting as it stands; it is kept in the history and no longer offered."""
        self._events(sitting)
        running = Running.reopen(sitting, self._pen)
        running.do(do.End())

    @property
    def open(self) -> bool:
        """Whether a sitting is open here."""
        return self._running is not None

    def view(self) -> View:
        """Show the sitting now. Cheap: call it as often as the screen is drawn."""
        running = self._open()
        return view(running, self._items[running.state.item.plan.id])

    def tick(self) -> View:
        """Call it 4-10 times a second while open: saves the draft, and at expiry grades it."""
        running = self._open()
        state = running.state
        if state.phase == "answering" and state.left(running.now) <= 0:
            running.do(do.Expire())
            self._mark()
        else:
            running.save()
        return self.view()

    def draft(self, text: str) -> None:
        """Take the text in the box: in memory at once, on disk within half a second of `tick`s.

        The first letter ends the think clock and starts the answer clock.
        """
        self._open().type(text)

    def confidence(self, level: int) -> View:
        """How sure, 1-4, before the reveal; may be changed until the submit."""
        return self._do(do.Confidence(level))

    def submit(self, text: str) -> View:
        """Grade this text; the phase becomes `reviewing`. A blank text is not submitted."""
        running = self._open()
        if text.strip() and running.state.phase == "answering":
            running.do(do.Submit(text), drop_draft=True)
        self._mark()
        return self.view()

    def hint(self) -> View:
        """Open the next hint; the answer can then be helped at best."""
        return self._do(do.Hint())

    def skip(self) -> View:
        """Give the item up; the phase becomes `reviewing` (the reference can be read)."""
        return self._do(do.Skip())

    def pause(self) -> View:
        return self._do(do.Pause())

    def unpause(self) -> View:
        return self._do(do.Unpause())

    def note(self, text: str) -> View:
        """Write the note of the item on screen; replaces the earlier one."""
        return self._do(do.Note(text))

    def show_reference(self) -> View:
        """Unfold the reference while reviewing; a later try of this item is then not cold."""
        return self._do(do.ShowReference())

    def overrule(self, verdict: Verdict, reason: str) -> View:
        """Put the person's mark beside the engine's.

        `UsageError` when the reason is blank and the engine was sure.
        """
        return self._do(do.Overrule(verdict, reason))

    def opine(self, about: View, opinion: Opinion) -> View:
        """Keep what a judge said of the answer in `about`; too late is not kept."""
        running = self._open()
        if about.review is not None and running.state.id == about.sitting:
            running.do(do.Opine(about.index, about.review.answer, opinion))
        return self.view()

    def item(self, about: View) -> Question | LongItem:
        """Look up what `about` asks."""
        return self._items[about.item]

    def answered(self, sitting: str, index: int) -> Answered:
        """Show one answer of any sitting again. `UsageError`: there is no such item."""
        running = self._running
        here = running is not None and running.state.id == sitting
        state = running.state if running and here else replay(self._events(sitting))
        if not 0 <= index < len(state.items):
            raise UsageError(f"this sitting has {len(state.items)} items")
        return answered(state, index, self._items.get(state.items[index].plan.id))

    def overrule_later(self, sitting: str, index: int, verdict: Verdict, reason: str) -> Scorecard:
        """Put the person's mark beside the engine's in any sitting, from its scorecard.

        `UsageError` as for `overrule`, and where the item has no grade.
        """
        running = self._running
        if running is None or running.state.id != sitting:
            items = replay(self._events(sitting)).items
            running = Running.reopen(sitting, self._pen)
        else:
            items = running.state.items
        if not 0 <= index < len(items) or items[index].grade is None:
            raise UsageError("this item has no mark to overrule")
        running.do(do.Overrule(verdict, reason, index))
        return scorecard(running.state)

    def undo(self) -> View:
        """Take back what `View.can_undo` names.

        After a submit or skip the item is open again, its clock as it stood, and no longer cold.
        """
        return self._do(do.TakeBack())

    def next(self) -> View:
        """Leave the review for the next item; after the last one, or past the cap, finish."""
        return self._do(do.Next())

    def end(self) -> View:
        """Finish now; what was not reached counts as not reached."""
        return self._do(do.End())

    def quit(self) -> None:
        """Save the draft, pause and close; `resumable` offers it again."""
        if self._running is not None:
            self._running.do(do.Pause("quit"))
            self._running = None

    def drop(self) -> None:
        """Let go of a sitting that goes on elsewhere; nothing is written."""
        self._running = None

    def scorecard(self, sitting: str | None = None) -> Scorecard:
        """Score the open sitting as it stands, or any sitting of the history."""
        if sitting is None or (self._running and self._running.state.id == sitting):
            return scorecard(self._open().state)
        return scorecard(replay(self._events(sitting)))

    def _leave(self) -> None:
        """Close what is open, as `quit` does, before another one starts."""
        if self._running is not None:
            self.quit()

    def _open(self) -> Running:
        if self._running is None:
            raise UsageError("no sitting is open; start or resume one")
        return self._running

    def _do(self, command: do.Command) -> View:
        self._open().do(command)
        return self.view()

    def _mark(self) -> None:
        """Grade the item on screen if its answer waits for it: also after a kill in between."""
        running = self._open()
        at = running.state.item
        if at.answer is not None and at.grade is None:
            grade = self._marker.mark(at.answer, self._items[at.plan.id])
            running.do(do.Mark(running.state.index, grade))

    def _pool(self, spec: SittingSpec) -> tuple[PlannedItem, ...]:
        return choose(spec, self._bank, self._log, self._clock.utc(), self._interview())

    def _events(self, sitting: str) -> tuple[Event, ...]:
        events = self._log.events(sitting)
        if not events:
            raise UsageError(f"no sitting {sitting} in the history")
        return events

    def _reopen(self, sitting: str) -> Running:
        state = replay(self._events(sitting))
        gone = [item.plan.id for item in state.items if item.plan.id not in self._items]
        if gone:
            named = ", ".join(gone)
            raise UsageError(f"{named}: no longer in the question bank; it cannot be resumed")
        return Running.reopen(sitting, self._pen)

    @cached_property
    def _bank(self) -> Bank:
        return self._load_bank()

    @cached_property
    def _items(self) -> dict[str, Question | LongItem]:
        return items_of(self._bank)

    @cached_property
    def _pen(self) -> Pen:
        return self._journal.pen(Versions(self._bank.version, self._marker.version))
