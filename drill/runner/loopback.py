"""Judges files without confinement, for authors: `python -m drill.runner.loopback SLUG FILE`.

Every crossing goes through the real wire to a forked process; only the walls are missing.
"""

import argparse
import os
import random
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import torch
import yaml

from drill.runner import loading as _loading  # noqa: F401  (registers the requests that load code)
from drill.runner.driver import Driver
from drill.runner.frames import Channel
from drill.runner.hidden import collect
from drill.runner.judging import Judge, Spawned, Tally, Task
from drill.runner.session import Session


def fork_candidate(device: str) -> Spawned:
    """Return a forked, unconfined candidate."""
    ours, theirs = socket.socketpair()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        ours.close()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            Driver(Channel(theirs.fileno(), theirs.fileno()), device).loop()
        finally:
            os._exit(0)
    theirs.close()

    def kill() -> None:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)

    session = Session(Channel(ours.detach(), -1), device)
    session.channel.writer = session.channel.reader
    return Spawned(session, kill, lambda: _ended(child))


def _ended(child: int) -> str:
    with suppress(ChildProcessError):
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        return signal.Signals(-code).name if code < 0 else f"exit {code}"
    return ""


def judge_text(
    folder: Path, source: str, seed: int, spawn: Callable[[str], Spawned] = fork_candidate
) -> Tally:
    """Return the verdict on one text by the hidden checks of one exercise."""
    sheet = yaml.safe_load((folder / "exercise.yaml").read_text(encoding="utf-8"))
    world = folder / "world.py"
    checks = collect((folder / "hidden.py").read_text(encoding="utf-8"), str(folder / "hidden.py"))
    task = Task(
        source=source,
        world=world.read_text(encoding="utf-8") if world.exists() else None,
        collect=lambda: checks,
        groups=tuple(group["name"] for group in sheet["groups"]),
        seed=seed,
        devices=("cpu",),
        seconds=float(sheet.get("seconds", 20)),
        scale=1.0,
    )
    live: list[Spawned] = []

    def start(device: str) -> Spawned:
        live.append(spawn(device))
        return live[-1]

    try:
        return Judge(task, start).run()
    finally:
        for one in live:
            one.kill()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m drill.runner.loopback", description=__doc__)
    parser.add_argument("slug")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--root", type=Path, default=Path("buggy_snippets"))
    parser.add_argument("--runs", type=int, default=1, help="seeds per file")
    options = parser.parse_args()
    torch.set_num_threads(1)  # a fork of a process with more hangs in its first parallel operation
    folder = options.root / options.slug
    files = options.files or [
        *(folder / f"{name}.py" for name in ("broken", "fixed")),
        *sorted((folder / "fixes").glob("*.py")),
    ]
    wrong = 0
    for file in files:
        for _ in range(options.runs):
            seed = random.SystemRandom().randrange(1 << 31)
            start = time.perf_counter()
            tally = judge_text(folder, file.read_text(encoding="utf-8"), seed)
            ms = 1000 * (time.perf_counter() - start)
            should = file.stem == "fixed" or file.stem.startswith("right")
            good = (tally.verdict == "solved") == should
            wrong += not good
            broken = list(tally.broken)
            sys.stdout.write(
                f"{'ok ' if good else 'BAD'} {file.name:28} {tally.verdict:9} {ms:6.0f} ms "
                f"{tally.first or ''} {tally.reason} {broken or ''}\n"
            )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
