"""The sitting under way: carries key presses to the service and its views to the right screen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from drill.errors import DrillError, TakenOverError
from drill.tui.backend import later
from drill.tui.ticking import Ticker

if TYPE_CHECKING:
    from collections.abc import Callable

    from drill.services.practice import Practice
    from drill.services.views import SittingSpec, View
    from drill.tui.app import DrillApp

TICK = 0.2
"""Seconds between looks at the sitting: it saves the draft and grades it when time is over."""


class SittingLink:
    """Asks the service in order and shows each view that comes back."""

    def __init__(self, app: DrillApp) -> None:
        self._app = app
        self._ticker = Ticker(app, self._look, self._seen, self._tell)
        self._draft: str | None = None
        self._writing = False
        self._judged: tuple[str, int, str] | None = None
        """The answer the judge was asked about last."""
        self.view: View | None = None
        """What was shown last; None while no sitting is open."""

    @property
    def _practice(self) -> Practice:
        return self._app.services.practice

    def start(self, spec: SittingSpec) -> None:
        self.do(lambda practice: practice.start(spec))

    def resume(self, sitting: str) -> None:
        self.do(lambda practice: practice.resume(sitting))

    def do(
        self,
        verb: Callable[[Practice], View],
        then: Callable[[View], None] | None = None,
        failed: Callable[[], None] | None = None,
    ) -> None:
        """Carry out one verb; its view is shown, or what went wrong is told and all stays."""
        self._app.run_worker(later(self._do, verb, then, failed), group="sitting")

    async def _do(
        self,
        verb: Callable[[Practice], View],
        then: Callable[[View], None] | None,
        failed: Callable[[], None] | None,
    ) -> None:
        try:
            view = await self._app.backend.call(lambda: verb(self._practice))
        except DrillError as error:
            self._tell(error)
            if failed is not None:
                failed()
            return
        self._take(view)
        if then is not None:
            then(view)

    def _tell(self, error: DrillError) -> None:
        """Say what went wrong; a sitting that goes on elsewhere is left to that window."""
        if isinstance(error, TakenOverError):
            self.view = None
            self._app.backend.post(self._practice.drop)
            self._app.home()
        self._app.tell(error)

    def draft(self, text: str) -> None:
        """Hand over the text in the box; of several in a row only the newest is written."""
        self._draft = text
        if not self._writing:
            self._writing = True
            self._app.backend.post(self._write)

    def _write(self) -> None:
        self._writing = False
        text, self._draft = self._draft, None
        if text is not None and self._practice.open:
            self._practice.draft(text)

    def tick(self) -> None:
        """Look at the sitting once."""
        if self.view is not None and self.view.phase != "finished":
            self._ticker.tick()

    def _seen(self, view: View) -> None:
        if self.view is not None:  # it may have been left meanwhile
            self._take(view)

    def _look(self) -> View | None:
        return self._practice.tick() if self._practice.open else None

    def _take(self, view: View) -> None:
        self.view = view
        self._app.show_view(view)
        self._ask_judge(view)
        if view.phase == "finished":
            self.view = None

    def _ask_judge(self, view: View) -> None:
        """Ask the judge of the settings once for each answer, beside everything else."""
        review = view.review
        if review is None or review.grade is None or review.opinion is not None:
            return
        about = (view.sitting, view.index, review.answer)
        if about == self._judged or not self._app.services.second_opinion.available:
            return
        self._judged = about
        self._app.run_worker(later(self._judge, view), group="judge")

    async def _judge(self, view: View) -> None:
        answer = view.review.answer if view.review else ""
        item = await self._app.backend.call(lambda: self._practice.item(view))
        ask = self._app.services.second_opinion.ask
        opinion = await asyncio.to_thread(ask, item, answer)
        if opinion is not None and self.view is not None and self._practice.open:
            self.do(lambda practice: practice.opine(view, opinion))

    def leave(self, then: Callable[[], None]) -> None:
        """Save the draft, pause and close: the sitting is offered again at the next start."""
        self.view = None
        self._app.run_worker(later(self._leave, then), group="sitting")

    async def _leave(self, then: Callable[[], None]) -> None:
        try:
            await self._app.backend.call(self._quit)
        except DrillError as error:
            self._app.tell(error)
        then()

    def _quit(self) -> None:
        if self._practice.open:
            self._practice.quit()
