"""The runner where forking a warm process is no option: one started judge per request."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from drill.errors import RunnerError
from drill.model.run import RunRequest, RunVerdict, Timing
from drill.runner.environment import environment
from drill.runner.frames import Channel, Closed, FrameError

_START_SECONDS = 180.0
_SCALE = 2.0
"""Deadlines are stretched: nothing here was calibrated or warmed."""


def _command(options: Namespace) -> list[str]:
    parts = [sys.executable, "-P", "-m", "drill.runner.oneshot", "judge"]
    parts += ["--scale", str(options.scale), "--without", *options.without]
    return [*parts, "--left-out", *map(str, options.left_out)]


class OneShot:
    """One judge that waits for its one request."""

    def __init__(self, options: Namespace) -> None:
        self.process = subprocess.Popen(  # noqa: S603  (our own program)
            _command(options),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        if self.process.stdin is None or self.process.stdout is None:
            raise RunnerError("a started process has no pipes")
        self.channel = Channel(self.process.stdout.fileno(), self.process.stdin.fileno())
        self.warm = False

    def wait_warm(self) -> None:
        if not self.warm:
            self.channel.receive()
            self.warm = True

    def kill(self) -> None:
        """End it and its candidates, which are of its process group."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()

    def close(self) -> None:
        self.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


class OneShotClient:
    """The same face as `RunnerClient`, without a zygote."""

    def __init__(
        self, left_out: Sequence[Path] = (), *, spares: int = 1, without: Sequence[str] = ()
    ) -> None:
        del spares
        self._options = Namespace(scale=_SCALE, without=list(without), left_out=list(left_out))
        self._lock = threading.Lock()
        self._spare: OneShot | None = None
        self._running: OneShot | None = None
        self.info: dict[str, Any] = {"fallback": True}
        self.start_ms = 0.0

    def start(self) -> None:
        with self._lock:
            if self._spare is None:
                self._spare = OneShot(self._options)

    def ready(self) -> bool:
        return self._spare is not None and self._spare.warm

    def wait_ready(self, seconds: float = _START_SECONDS) -> None:
        del seconds
        began = time.monotonic()
        self.start()
        spare = self._spare
        if spare is not None:
            try:
                spare.wait_warm()
            except (Closed, FrameError) as error:
                raise RunnerError("a started judge ended before it was ready") from error
        self.start_ms = self.start_ms or 1000 * (time.monotonic() - began)

    def run(self, request: RunRequest) -> RunVerdict:
        """Run and judge; blocks until the verdict."""
        sent = time.monotonic()
        self.start()
        with self._lock:
            shot, self._spare = self._spare, None
        self._running = shot
        if shot is None:
            said: dict[str, Any] = {"verdict": "could_not_run", "reason": "the runner is closed"}
        else:
            said = self._ask(shot, request, sent)
            shot.close()
        self._running = None
        total = round(1000 * (time.monotonic() - sent), 2)
        ms = said.get("ms") or {"wait": total, "run": 0.0}
        said["ms"] = Timing(wait=ms["wait"], run=ms["run"], total=total)
        return RunVerdict.model_validate({"slug": request.slug, "target": request.target} | said)

    def _ask(self, shot: OneShot, request: RunRequest, sent: float) -> dict[str, Any]:
        limit = _START_SECONDS + _SCALE * request.seconds
        watch = threading.Timer(limit, shot.kill)
        watch.start()
        try:
            shot.wait_warm()
            shot.channel.send({"request": request.model_dump(mode="json"), "sent": sent})
            header, _ = shot.channel.receive()
            text = cast("dict[str, Any]", header)["verdict"]
            return cast("dict[str, Any]", json.loads(text))
        except (Closed, FrameError, OSError):
            return {"verdict": "could_not_run", "reason": "the judge ended without a verdict"}
        finally:
            watch.cancel()

    def cancel(self) -> None:
        """End the run that is going on; its verdict is could_not_run."""
        running = self._running
        if running is not None:
            running.kill()

    def close(self) -> None:
        with self._lock:
            spare, self._spare = self._spare, None
        self.cancel()
        if spare is not None:
            spare.close()
