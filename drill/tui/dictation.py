"""An outside program that listens and prints what was said."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

from drill.tui.backend import later

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.screen import Screen

    from drill.tui.widgets.answer import AnswerBox

SECONDS = 180
"""Longest a dictation may take."""


def dictate(
    screen: Screen[None], command: Sequence[str], box: AnswerBox, done: Callable[[str], None]
) -> None:
    """Run `command`, put what it prints into `box`, then tell `done` the problem, if any."""

    async def listen() -> None:
        text, problem = await _heard(command)
        if text:
            start = " " if box.text and not box.text[-1].isspace() else ""
            box.put(start + text)
        done(problem)

    screen.run_worker(later(listen), group="dictation", exclusive=True)


async def _heard(command: Sequence[str]) -> tuple[str, str]:
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        return "", f"dictation.command: {error.strerror}: {command[0]}. Mend it in config.toml."
    try:
        out, _ = await asyncio.wait_for(process.communicate(), SECONDS)
    except TimeoutError:
        return "", f"The dictation command took longer than {SECONDS} s and was stopped."
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        return "", f"The dictation command ended with {process.returncode}; nothing was changed."
    return out.decode("utf-8", errors="replace").strip(), ""
