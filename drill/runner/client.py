"""The trainer's end of the runner: starts the zygote, sends code, gets verdicts; no torch here."""

import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, cast

from drill.errors import RunnerError
from drill.model.run import RunRequest, RunVerdict, Timing
from drill.runner.envelope import Envelope
from drill.runner.environment import environment
from drill.runner.frames import Channel, Closed, FrameError

_START_SECONDS = 120.0
_OUTSIDE = {"device", "devices", "folder", "seconds"}
"""All that the zygote reads of a request."""


class RunnerClient:
    """Runs code in confined, warm processes. Any thread may call it."""

    def __init__(
        self, left_out: Sequence[Path] = (), *, spares: int = 1, without: Sequence[str] = ()
    ) -> None:
        self._left_out = tuple(left_out)
        self._spares = spares
        self._without = tuple(without)
        self._lock = threading.Lock()
        self._write = threading.Lock()
        self._changed = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._stderr: Any = None
        self._ids = itertools.count(1)
        self._said: dict[int, dict[str, Any] | None] = {}
        self._last: int | None = None
        self.info: dict[str, Any] = {}
        """What the zygote said of itself: pid, scale, threads, problems."""
        self.spare_count = 0
        self.start_ms = 0.0

    def start(self) -> None:
        """Begin to warm up; returns at once."""
        with self._lock:
            running = self._process is not None and self._process.poll() is None
            if running and self._channel is not None:
                return
            if self._process is not None:
                _bury(self._process)
            self._launch()

    def ready(self) -> bool:
        """Whether a spare waits."""
        return bool(self.info) and self.spare_count > 0

    def wait_ready(self, seconds: float = _START_SECONDS) -> None:
        """Block until a spare waits; a RunnerError when none comes."""
        self.start()
        with self._changed:
            self._changed.wait_for(lambda: self.ready() or self._ended(), seconds)
        if not self.ready():
            raise RunnerError(f"the zygote never became ready: {self._last_words()}")

    def run(self, request: RunRequest) -> RunVerdict:
        """Run and judge; blocks until the verdict."""
        sent = time.monotonic()
        try:
            envelope = Envelope(request.model_dump(mode="json"))
        except OSError as error:
            return self._nothing(request, f"the request cannot be handed over: {error}", sent)
        with closing(envelope):
            try:
                number = self._submit(request, envelope.address, sent)
            except RunnerError as error:
                return self._nothing(request, str(error), sent)
            with self._changed:
                self._changed.wait_for(lambda: self._said.get(number) is not None)
                said = cast("dict[str, Any]", self._said.pop(number))
            if "sealed" in said:
                said = envelope.open()
        total = 1000 * (time.monotonic() - sent)
        base = {"slug": request.slug, "target": request.target}
        if "ms" not in said:
            said["ms"] = {"wait": 0.0, "run": total, "total": total}
        said["ms"]["total"] = round(total, 2)
        return RunVerdict.model_validate(base | said)

    def cancel(self) -> None:
        """End the run that was submitted last; its verdict is could_not_run."""
        if self._last is not None:
            with suppress(RunnerError):
                self._send({"cancel": self._last})

    def close(self) -> None:
        """End the zygote and all that it started."""
        with self._lock:
            channel, process = self._channel, self._process
            self._channel = self._process = None
            self.info, self.spare_count = {}, 0
            if channel is not None:
                with suppress(OSError), socket.socket(fileno=os.dup(channel.reader)) as line:
                    line.shutdown(socket.SHUT_RDWR)
            if process is None:
                return
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            _bury(process)
            self._stderr.close()

    # the zygote

    def _launch(self) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-P", "-m", "drill.runner.zygote"]
        command += ["--control", str(theirs.fileno()), "--spares", str(self._spares)]
        command += ["--without", *self._without, "--left-out", *map(str, self._left_out)]
        if self._stderr is not None:
            self._stderr.close()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the zygote)
        self._began = time.monotonic()
        self.info, self.spare_count = {}, 0
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  (our own program)
                command,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._stderr,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        descriptor = ours.detach()
        self._channel = Channel(descriptor, descriptor)
        threading.Thread(
            target=self._listen, args=(self._channel,), name="runner", daemon=True
        ).start()

    def _listen(self, channel: Channel) -> None:
        with suppress(Closed, OSError, FrameError):
            while True:
                header, _ = channel.receive()
                self._hear(cast("dict[str, Any]", header))
        with self._changed:
            for number, said in self._said.items():
                if said is None:
                    self._said[number] = {
                        "verdict": "could_not_run",
                        "reason": f"the runner ended: {self._last_words()}",
                    }
            if self._channel is channel:
                self._channel = None
                self.info, self.spare_count = {}, 0
            self._changed.notify_all()
        with suppress(OSError):
            os.close(channel.reader)

    def _hear(self, said: dict[str, Any]) -> None:
        with self._changed:
            if "ready" in said:
                self.info = said["ready"]
                self.start_ms = 1000 * (time.monotonic() - self._began)
            elif "spares" in said:
                self.spare_count = said["spares"]
            elif said.get("id") in self._said:
                self._said[said["id"]] = json.loads(said["verdict"])
            self._changed.notify_all()

    def _submit(self, request: RunRequest, address: str, sent: float) -> int:
        self.start()
        number = self._last = next(self._ids)
        with self._changed:
            self._said[number] = None
            self.spare_count = max(0, self.spare_count - 1)
        try:
            outside = request.model_dump(mode="json", include=_OUTSIDE)
            self._send({"run": number, "sent": sent, "address": address, "outside": outside})
        except RunnerError:
            with self._changed:
                self._said.pop(number, None)
            raise
        return number

    def _send(self, order: dict[str, Any]) -> None:
        channel = self._channel
        if channel is None:
            raise RunnerError("the runner is closed")
        try:
            with self._write:
                channel.send(order)
        except (Closed, OSError, FrameError) as error:
            raise RunnerError(f"the runner ended: {self._last_words()}") from error

    def _ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _last_words(self) -> str:
        try:
            self._stderr.seek(0)
            lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        except (OSError, ValueError, AttributeError):
            return "no word from it"
        return lines[-1][:300] if lines else "no word from it"

    @staticmethod
    def _nothing(request: RunRequest, reason: str, sent: float) -> RunVerdict:
        ms = round(1000 * (time.monotonic() - sent), 2)
        return RunVerdict(
            slug=request.slug,
            target=request.target,
            verdict="could_not_run",
            reason=reason,
            ms=Timing(wait=ms, run=0, total=ms),
        )


def _bury(process: "subprocess.Popen[bytes]") -> None:
    """End a zygote and its group, and take its exit status."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
