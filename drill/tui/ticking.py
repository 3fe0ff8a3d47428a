"""Looking at a service a few times a second, without ever asking twice at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from drill.errors import DrillError
from drill.tui.backend import later

if TYPE_CHECKING:
    from collections.abc import Callable

    from drill.tui.app import DrillApp

V = TypeVar("V")


class Ticker(Generic[V]):
    """Hands on what each look shows; one that is still under way is not doubled."""

    def __init__(
        self,
        app: DrillApp,
        look: Callable[[], V | None],
        take: Callable[[V], None],
        failed: Callable[[DrillError], None] | None = None,
    ) -> None:
        self._app = app
        self._look = look
        """Called on the services' thread; None: there is nothing to show."""
        self._take = take
        self._failed = failed or app.tell
        self._busy = False

    def tick(self) -> None:
        if not self._busy:
            self._busy = True
            self._app.run_worker(later(self._ask), group="tick")

    async def _ask(self) -> None:
        try:
            view = await self._app.backend.call(self._look)
        except DrillError as error:
            self._failed(error)
            return
        finally:
            self._busy = False
        if view is not None:
            self._take(view)
