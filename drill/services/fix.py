"""Fix: broken code, mended under the clock, with every step recorded."""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from drill.content.instances import instance
from drill.debugging.card import ExerciseCard
from drill.debugging.code import names_of_tests
from drill.debugging.recovery import Dice
from drill.debugging.versions import diff
from drill.errors import UsageError
from drill.model import event as ev
from drill.model.exercise import Exercise
from drill.model.exercise import Fix as KnownFix
from drill.model.run import Device, RunRequest
from drill.model.steps import Belief, Target
from drill.services import fix_jobs as jobs
from drill.services.fix_interruption import due_interruption
from drill.services.fix_jobs import Job, Runs
from drill.services.fix_open import Open, saved
from drill.services.fix_recording import record_close, record_run, record_submit
from drill.services.fix_rendering import fix_view
from drill.services.fix_review import Review
from drill.services.fix_session import (
    Session,
    Texts,
    instance_of,
    record_of,
    slug_of,
    text_sha,
)
from drill.services.fix_versions import versions_of
from drill.services.fix_views import FixView, Version
from drill.services.left import resumables
from drill.services.pen import Journal, Pen, Versions
from drill.services.views import Resumable

Reason = Literal["solved", "time", "abandoned"]


class Shelf(Protocol):
    """Where exercises come from."""

    def get(self, slug: str) -> Exercise: ...
    def request(self, exercise: Exercise, source: str, *, device: Device = ...) -> RunRequest: ...


def title(slug: str, *, drill: bool) -> str:
    """Name an attempt, as lists of sittings show it."""
    return f"Fix {slug}, recovery drill" if drill else f"Fix {slug}"


class Fix:
    """One exercise at a time, for one front end.

    All methods belong to the thread of the history, but for `Job.run`, which blocks and may run on
    any other: `begin_…` makes a job, `job.run()` runs it, `record` takes what came of it. Nothing
    is shown before it is written; a `StoreError` means that nothing changed.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        shelf: Shelf,
        runner: Callable[[], Runs],
        fixes: Callable[[Exercise], Sequence[KnownFix]],
        review: Review,
        dice: Callable[[int], Dice],
        grader: str,
    ) -> None:
        self._journal = journal
        self._log, self._clock = journal.log, journal.clock
        self._shelf = shelf
        self._runner = runner
        """Called when the first run is asked for: it starts the runner."""
        self._fixes = fixes
        self.review = review
        """Card, timeline, comparison and debrief of any exercise of the history."""
        self._dice = dice
        """Seed -> dice of the recovery drill."""
        self._grader = grader
        self._open: Open | None = None
        self._put_away: set[str] = set()
        """Sittings that were left here: their sign of life is no other drill's."""

    # coming and going

    def start(
        self, slug: str, *, recovery: int | None = None, number: int | None = None
    ) -> FixView:
        """Open an exercise; its clock runs at once. `recovery`: seed of the recovery drill.

        `number`: which instance; None: another one than at the attempts before.
        """
        self._leave()
        number = self.review.attempts(slug) if number is None else number
        exercise = instance(self._shelf.get(slug), number)
        minutes = exercise.sheet.minutes
        item = ev.PlannedItem(
            id=slug,
            kind="exercise",
            topic=exercise.sheet.topic[:1],
            concepts=exercise.sheet.concepts,
            seconds=minutes * 60,
            hints=len(exercise.sheet.hints),
        )
        name = title(slug, drill=recovery is not None)
        opened = {"kind": "opened", "t": 0.0, "slug": slug, "minutes": minutes}
        opened |= {"instance": exercise.instance} if exercise.instance else {}
        session = Session.begin(
            self._journal.new_id(),
            [
                ev.SittingStarted(mode="exercise", title=name, items=(item,), seed=recovery),
                ev.ItemShown(index=0),
                ev.StepRecorded(index=0, slug=slug, step=opened),
                saved(slug, exercise.broken),
            ],
            self._pen(exercise),
        )
        session.type(Texts(exercise.broken))
        session.write()
        self._open = Open(session, exercise)
        return self.view()

    def resumable(self) -> tuple[Resumable, ...]:
        """List exercises that were left, newest first."""
        return resumables(
            self._log.left(),
            self._clock.utc(),
            modes=("exercise",),
            here=None if self._open is None else self._open.session.state.id,
            put_away=self._put_away,
        )

    def left(self, slug: str) -> tuple[Resumable, ...]:
        """List the attempts at one exercise that were left open, newest first."""
        titles = {title(slug, drill=drill) for drill in (False, True)}
        return tuple(one for one in self.resumable() if one.title in titles)

    def resume(self, sitting: str) -> FixView:
        """Open a left exercise: paused, texts and clock as they were. Go on with `unpause`."""
        self._leave()
        events = self._log.events(sitting)
        exercise = instance(self._shelf.get(slug_of(events)), instance_of(record_of(events)))
        session = Session.reopen(sitting, self._pen(exercise))
        if session.state.phase == "finished":
            raise UsageError("this exercise is finished; its card is in the history")
        if session.state.phase != "paused":
            session.write(ev.Paused(reason="lost"))
        self._open = Open(session, exercise)
        return self.view()

    def discard(self, sitting: str) -> None:
        """End a left exercise as it stands: scored, or thrown away where nothing was done."""
        self.resume(sitting)
        self.close("abandoned")
        self._open = None

    @property
    def is_open(self) -> bool:
        return self._open is not None

    def view(self) -> FixView:
        """Show the exercise now. Cheap: call it as often as the screen is drawn."""
        return fix_view(self._now_open)

    def tick(self) -> FixView:
        """Call it 4-10 times a second while open: saves the texts, brings the interruption."""
        opened = self._now_open
        if opened.working:
            due = due_interruption(opened.session, opened.exercise, self._dice)
            if due is not None:
                opened.session.write(due)
        opened.session.save()
        return self.view()

    def pause(self) -> FixView:
        return self._write_if(self._now_open.working, ev.Paused(reason="person"))

    def unpause(self) -> FixView:
        return self._write_if(self._now_open.session.state.phase == "paused", ev.Unpaused())

    def quit(self) -> None:
        """Save the texts, pause and close; `resumable` offers it again."""
        self._leave()

    # texts

    def edit(
        self, source: str | None = None, own: str | None = None, scratch: str | None = None
    ) -> None:
        """Take what stands in the editors; on disk within half a second of `tick`s."""
        opened = self._now_open
        if opened.session.state.phase != "finished":
            old = opened.session.texts
            new = Texts(
                old.source if source is None else source,
                old.own if own is None else own,
                old.scratch if scratch is None else scratch,
            )
            if new != old:
                opened.session.type(new)

    def versions(self) -> tuple[Version, ...]:
        """List the texts that were run, in order; the first is the code as it was given."""
        opened = self._now_open
        return versions_of(opened.session.record, opened.exercise, opened.session.texts.source)

    def text(self, sha: str) -> str:
        """Return a version's text; `UsageError` for one that was never run."""
        try:
            return self._now_open.session.record.texts[sha]
        except KeyError as error:
            raise UsageError("there is no such version") from error

    def diff(self, old: str | None = None, new: str | None = None) -> tuple[str, ...]:
        """Compare two versions by hash; None: the code as it was given, and the editor."""
        opened = self._now_open
        first = opened.exercise.broken if old is None else self.text(old)
        second = opened.session.texts.source if new is None else self.text(new)
        return diff(first, second, "before", "now")

    def go_back(self, sha: str | None = None) -> FixView:
        """Put a version back into the editor (None: as it was given); the text there is kept."""
        opened = self._now_open
        text = opened.exercise.broken if sha is None else self.text(sha)
        if opened.working:
            kept = opened.keep(opened.session.texts.source)
            opened.session.write(*kept)
            opened.session.type(Texts(text, opened.session.texts.own, opened.session.texts.scratch))
            opened.session.write(*opened.edit_bodies(text))
        return self.view()

    def test_names(self) -> tuple[str, ...]:
        """List the own tests, for running one alone."""
        return names_of_tests(self._now_open.session.texts.own)

    # runs

    def begin_run(self, target: Target, *, only: str | None = None, device: Device = "auto") -> Job:
        """Ask for the example, the own tests (`only` one of them) or the scratch file."""
        opened = self._working("run")
        texts = opened.session.texts
        job = jobs.run_job(opened.exercise, texts, target, self._runner(), device, only)
        job.expecting = opened.expecting
        opened.session.write(*opened.edit_bodies(texts.source))
        job.sitting = opened.session.state.id
        return job

    def begin_submit(self, *, device: Device = "auto") -> Job:
        """Ask for the hidden checks on the code in the editor.

        Code that Python cannot read is not handed in: `record` then shows where it stops, and
        nothing is counted.
        """
        opened = self._working("submit")
        source = opened.session.texts.source
        request = self._shelf.request(opened.exercise, source, device=device)
        job = jobs.submit_job(opened.exercise, source, request, self._runner())
        if job.unreadable is None:
            opened.session.write(*opened.edit_bodies(source))
        job.sitting = opened.session.state.id
        return job

    def begin_close(self, reason: Reason) -> Job:
        """Ask for what is judged at the end: the own tests, and the code when time ran out."""
        opened = self._now_open
        texts, runs = opened.session.texts, self._runner()
        if opened.begun:
            job = jobs.close_job(opened.exercise, texts, runs, self._fixes(opened.exercise))
        else:
            job = Job("close", text_sha(texts.source), [], runs)
        job.reason, job.sitting = reason, opened.session.state.id
        late = reason == "time" and opened.working and opened.begun
        if late and not opened.is_submitted(text_sha(texts.source)):
            request = self._shelf.request(opened.exercise, texts.source)
            last = jobs.submit_job(opened.exercise, texts.source, request, runs)
            if last.unreadable is None:
                job.last = last
                opened.session.write(*opened.edit_bodies(texts.source))
        return job

    def record(self, job: Job) -> FixView:
        """Write what came of a job that has run."""
        opened = self._now_open
        if opened.session.state.phase == "finished" or job.sitting != opened.session.state.id:
            return self.view()
        if job.kind == "run":
            record_run(opened, job)
        elif job.kind == "submit":
            record_submit(opened, job)
        else:
            record_close(opened, job, self.review)
        return self.view()

    def run(self, target: Target, source: str | None = None) -> FixView:
        """Begin, run and record at once; for a front end without a second thread."""
        self.edit(source)
        job = self.begin_run(target)
        job.run()
        return self.record(job)

    def submit(self, source: str | None = None) -> FixView:
        """Submit at once; for a front end without a second thread."""
        self.edit(source)
        job = self.begin_submit()
        job.run()
        return self.record(job)

    def close(self, reason: Reason) -> FixView:
        """Close at once; for a front end without a second thread."""
        job = self.begin_close(reason)
        job.run()
        return self.record(job)

    # thoughts and help

    def think(self, text: str, expect: str = "") -> FixView:
        """Write a hypothesis, and what the next run should show if it is true."""
        opened = self._now_open
        if text.strip():
            opened.expecting = (text, expect) if expect.strip() else None
            step = opened.session.step(
                "hypothesis", text=text.strip(), verdict="open", expected=expect.strip()
            )
            return self._write_if(opened.working, step)
        return self.view()

    def mark(self, text: str, verdict: Belief) -> FixView:
        """Say what became of a hypothesis."""
        opened = self._now_open
        step = opened.session.step("hypothesis", text=text, verdict=verdict, expected="")
        return self._write_if(opened.working, step)

    def hint(self) -> FixView:
        """Open the next hint; it costs 2, 3 or 5 points."""
        opened = self._now_open
        level = len(opened.hint_levels) + 1
        left = level <= len(opened.exercise.sheet.hints)
        bodies = (opened.session.step("hint", level=level), ev.HintOpened(index=0, level=level))
        return self._write_if(opened.working and left, *bodies)

    def explain(self, text: str) -> FixView:
        """Keep what was said out loud about the fault."""
        opened = self._now_open
        ready = bool(text.strip()) and opened.working
        return self._write_if(ready, opened.session.step("explained", text=text.strip()))

    def card(self) -> ExerciseCard:
        """Score the open exercise as it stands."""
        opened = self._now_open
        return self.review.card_of(opened.exercise, opened.session.record)

    # inside

    @property
    def _now_open(self) -> Open:
        if self._open is None:
            raise UsageError("no exercise is open")
        return self._open

    def _working(self, what: str) -> Open:
        if not self._now_open.working:
            raise UsageError(f"cannot {what}: the exercise is paused or finished")
        return self._now_open

    def _pen(self, exercise: Exercise) -> Pen:
        return self._journal.pen(Versions(exercise.version, self._grader))

    def _leave(self) -> None:
        if self._open is not None and self._open.session.state.phase != "finished":
            paused = self._open.session.state.phase == "paused"
            self._open.session.write(*(() if paused else (ev.Paused(reason="quit"),)))
            self._put_away.add(self._open.session.state.id)
        self._open = None

    def _write_if(self, fits: bool, *bodies: ev.Body) -> FixView:
        if fits:
            self._now_open.session.write(*bodies)
        return self.view()
