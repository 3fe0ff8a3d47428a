"""The exercise under way: runs happen off the loop, texts are handed over as they change."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from drill.errors import DrillError
from drill.tui.backend import later
from drill.tui.ticking import Ticker

if TYPE_CHECKING:
    from collections.abc import Callable

    from drill.services.fix import Fix, Reason
    from drill.services.fix_jobs import Job
    from drill.services.fix_views import FixView
    from drill.tui.app import DrillApp

Ask = Literal["example", "own", "scratch", "submit"]


@dataclass(frozen=True, slots=True)
class Texts:
    """What stands in the three editors."""

    source: str
    own: str
    scratch: str


class FixLink:
    """Asks the fix service in order; a run never holds up a key press."""

    def __init__(self, app: DrillApp) -> None:
        self._app = app
        self._runs = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drill-runs")
        self._texts: Texts | None = None
        self._writing = False
        self._ticker = Ticker(app, self._look, self._seen)
        self._used = False
        """Whether the service was asked for anything: leaving does not have to make it."""
        self.view: FixView | None = None
        """What was shown last; None while no exercise is open."""
        self.running: Ask | Literal["close"] | None = None
        self.queued: Ask | None = None
        """Asked for during a run: judged next, with the text as it is then."""

    @property
    def _fix(self) -> Fix:
        return self._app.services.fix

    def offer(self, slug: str, recovery: int | None = None) -> None:
        """Start an exercise; where an attempt at it was left open, ask which is meant."""
        self._app.run_worker(later(self._offer, slug, recovery), group="fix")

    async def _offer(self, slug: str, recovery: int | None) -> None:
        from drill.tui.screens.fix_left import LeftOpenScreen  # noqa: PLC0415 - when it is shown

        try:
            left = await self._app.backend.call(lambda: self._fix.left(slug))
        except DrillError as error:
            self._app.tell(error)
            return

        def chosen(sitting: str | None) -> None:
            if sitting:
                self.resume(sitting)
            elif sitting is not None:
                self.start(slug, recovery)

        if left:
            self._app.push_screen(LeftOpenScreen(left), chosen)
        else:
            self.start(slug, recovery)

    def start(self, slug: str, recovery: int | None = None) -> None:
        self.do(lambda fix: fix.start(slug, recovery=recovery))

    def resume(self, sitting: str) -> None:
        self.do(lambda fix: fix.resume(sitting))

    def do(
        self, verb: Callable[[Fix], FixView], then: Callable[[FixView], None] | None = None
    ) -> None:
        """Carry out one verb after the texts typed so far, and show the view it gives."""
        self._app.run_worker(later(self._do, verb, then), group="fix")

    async def _do(
        self, verb: Callable[[Fix], FixView], then: Callable[[FixView], None] | None
    ) -> None:
        try:
            view = await self._app.backend.call(lambda: self._flushed(verb))
        except DrillError as error:
            self._app.tell(error)
            return
        self._take(view)
        if then is not None:
            then(view)

    def _flushed(self, verb: Callable[[Fix], FixView]) -> FixView:
        self._used = True
        self._write()
        return verb(self._fix)

    def edit(self, texts: Texts) -> None:
        """Hand over what stands in the editors; of several in a row only the newest is written."""
        self._texts = texts
        if not self._writing:
            self._writing = True
            self._app.backend.post(self._write)

    def _write(self) -> None:
        self._writing = False
        texts, self._texts = self._texts, None
        if texts is not None and self._fix.is_open:
            self._fix.edit(texts.source, texts.own, texts.scratch)

    def tick(self) -> None:
        view = self.view
        if view is None or view.phase == "finished":
            return
        if view.expired and self.running is None:
            self.close("time")
            return
        self._ticker.tick()

    def _seen(self, view: FixView) -> None:
        if self.view is not None:  # it may have been left meanwhile
            self._take(view)

    def _look(self) -> FixView | None:
        return self._fix.tick() if self._fix.is_open else None

    def run(self, ask: Ask, only: str | None = None) -> None:
        """Run now, or next when a run is under way: a press during a run is never lost."""
        if self.running is not None:
            self.queued = ask
            self._again()
            return
        self.running = ask
        self._again()
        self._app.run_worker(later(self._run, ask, only), group="runs")

    async def _run(self, ask: Ask, only: str | None) -> None:
        def begin(fix: Fix) -> Job:
            self._write()
            return fix.begin_submit() if ask == "submit" else fix.begin_run(ask, only=only)

        await self._job(begin)
        if self.queued is not None and self.view is not None and self.view.phase == "working":
            ask, self.queued = self.queued, None
            self.run(ask)
        self.queued = None if self.running is None else self.queued

    def close(self, reason: Reason) -> None:
        """End the exercise: the own tests are judged, then the card comes."""
        if self.running == "close":
            return
        self.running = "close"
        self._again()
        self._app.run_worker(later(self._close, reason), group="runs")

    async def _close(self, reason: Reason) -> None:
        def begin(fix: Fix) -> Job:
            self._write()
            return fix.begin_close(reason)

        await self._job(begin)

    async def _job(self, begin: Callable[[Fix], Job]) -> None:
        backend = self._app.backend
        loop = asyncio.get_running_loop()
        try:
            job = await backend.call(lambda: begin(self._fix))
            await loop.run_in_executor(self._runs, job.run)
            view = await backend.call(lambda: self._fix.record(job))
        except DrillError as error:
            self.running = None
            self._app.tell(error)
            self._again()
            return
        self.running = None
        self._take(view)

    def cancel(self) -> None:
        """End the run under way; what was queued is dropped too."""
        self.queued = None
        if self.running is not None:
            self._app.services.runner.cancel()

    def _take(self, view: FixView) -> None:
        self.view = view
        self._app.show_fix(view)
        if view.phase == "finished":
            self.view = None

    def _again(self) -> None:
        if self.view is not None:
            self._app.show_fix(self.view)

    def leave(self, then: Callable[[], None]) -> None:
        """Save the texts, pause and close: the exercise is offered again."""
        self.view = None
        self._app.run_worker(later(self._leave, then), group="fix")

    async def _leave(self, then: Callable[[], None]) -> None:
        if self.running is not None:
            self.cancel()
        try:
            await self._app.backend.call(self._quit)
        except DrillError as error:
            self._app.tell(error)
        then()

    def _quit(self) -> None:
        self._write()
        if self._used and self._fix.is_open:
            self._fix.quit()

    def shut(self) -> None:
        """Let go of the thread of the runs."""
        self._runs.shutdown(wait=False, cancel_futures=True)
