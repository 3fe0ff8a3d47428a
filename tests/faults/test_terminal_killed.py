"""The whole program in a terminal of its own, killed while a person types."""

import json
import os
import pty
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from drill.bootstrap import build
from drill.errors import DrillError

PATIENCE = 60.0
"""Seconds a step of the program may take on a busy machine."""


@contextmanager
def trainer(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Start `drill` in a terminal of 80x24; yield its process and the keyboard."""
    keyboard, terminal = pty.openpty()
    env = {**os.environ, "DRILL_HOME": str(home), "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [sys.executable, "-m", "drill"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=env | {"COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
    )
    os.close(terminal)
    screen = threading.Thread(target=_drain, args=(keyboard,), daemon=True)
    screen.start()
    try:
        yield process, keyboard
    finally:
        process.kill()
        process.wait()
        screen.join(5)
        with suppress(OSError):
            os.close(keyboard)


def _drain(terminal: int) -> None:
    """Read what is drawn, so that the program never waits for us."""
    with suppress(OSError):
        while os.read(terminal, 65536):
            pass


def started(home: Path) -> bool:
    """Whether a sitting stands in the log."""
    services = build(home)
    try:
        return any(True for _ in services.export.jsonl())
    except DrillError:
        return False
    finally:
        services.close()


def letters(home: Path) -> int:
    """Count the letters of drafts in the log."""
    services = build(home)
    try:
        bodies = [json.loads(line)["body"] for line in services.export.jsonl()]
    finally:
        services.close()
    return sum(len(body["put"]) for body in bodies if body["kind"] == "draft_changed")


def until(done: Callable[[], bool], press: Callable[[], None]) -> None:
    """Press until it is done: a key that came before its screen was drawn is pressed again."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "the program does not react"
        press()


@pytest.mark.slow
def test_what_was_typed_in_the_terminal_is_there_after_a_kill(tmp_path: Path) -> None:
    """A quick fire is started with keys, text is typed, and a second later the process dies."""
    home = tmp_path / "home"
    with trainer(home) as (process, keyboard):

        def press(*keys: bytes) -> None:
            for key in keys:
                os.write(keyboard, key)
                time.sleep(1.2)

        until((home / "history.db").exists, lambda: time.sleep(0.2))
        until(lambda: started(home), lambda: press(b"q", b"\r"))
        until(lambda: letters(home) >= 18, lambda: press(b"overfit one batch "))
        process.kill()
    services = build(home)
    (sitting,) = services.practice.resumable()
    view = services.practice.resume(sitting.sitting)
    assert "overfit one batch " in view.draft
    assert (view.phase, view.paused_by) == ("paused", "lost")
    assert 0 < view.left < view.total
    services.close()


@pytest.mark.slow
def test_the_program_ends_with_its_terminal(tmp_path: Path) -> None:
    """A terminal that is closed without a signal does not leave the program running for ever."""
    home = tmp_path / "home"
    with trainer(home) as (process, keyboard):
        until((home / "history.db").exists, lambda: time.sleep(0.2))
        os.close(keyboard)
        process.wait(PATIENCE)
    services = build(home)
    assert services.practice.resumable() == ()
    services.close()
