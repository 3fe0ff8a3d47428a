"""One thread for every service call, so that the database stays on its thread and order is kept."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual.worker import WorkType

SWITCH = 0.001
"""Seconds after which a busy thread lets the screen's go on; Python's 5 ms are felt in a key."""
T = TypeVar("T")
P = ParamSpec("P")


class Backend:
    """Carries out service calls in the order in which they were asked for."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drill-services")

    async def call(self, use: Callable[[], T]) -> T:
        """Run `use` on the services' thread; what it raises is raised here."""
        return await asyncio.wrap_future(self._pool.submit(use))

    def post(self, use: Callable[[], T]) -> Future[T]:
        """Ask for `use` without waiting: it is carried out even if the screen goes away."""
        return self._pool.submit(use)

    def close(self) -> None:
        """Wait until everything asked for is done: a draft under way is not dropped."""
        self._pool.shutdown(wait=True)


def later(
    work: Callable[P, Coroutine[Any, Any, None]], *args: P.args, **kwargs: P.kwargs
) -> WorkType[None]:
    """Make what a worker calls when it starts: a worker that never starts leaves nothing over."""

    async def run() -> None:
        await work(*args, **kwargs)

    return run
