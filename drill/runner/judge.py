"""The life of a judge's process: waits for one request, judges it, says the verdict, ends."""

import os
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from drill.errors import RunnerError
from drill.runner.answering import refuse, timed
from drill.runner.confine.system import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, mapped, prctl
from drill.runner.envelope import reply, unseal
from drill.runner.frames import Channel, Closed, FrameError
from drill.runner.judging import Spawned
from drill.runner.output import Tail
from drill.runner.rehearsal import read_ahead, rehearse
from drill.runner.session import Gone, Session, Violation
from drill.runner.spare import Forked

_SEALED = '{"sealed": true}'
"""Said in place of a verdict that lies in its envelope."""
_MEMORY = 6 << 30
"""Bytes a judge may map over what it holds: a hostile length makes a MemoryError."""


class ForkedBench:
    """One judge with its first candidate and its line to the zygote."""

    def __init__(self, control: int, forked: Forked) -> None:
        self.control = socket.socket(fileno=control)
        self.channel = Channel(control, control)
        self.tail = Tail()
        self._first: Forked | None = forked
        self._spare: Spawned | None = None
        self.state: dict[str, str] = {}
        self.trust = "own"
        self._outputs: list[int] = []

    def prepare(self, likely: Path | None) -> None:
        """While there is time: meet the candidate, rehearse, read the exercise that is likely."""
        forked, self._first = self._first, None
        if forked is None:
            return
        with suppress(RunnerError, Gone, Violation):
            self._spare = self._meet(forked, "cpu")
            self._spare.session.ask("seed", 0)
            rehearse(self._spare.session)
            if likely is not None:
                read_ahead(self._spare.session, likely)
        with suppress(Closed):
            self.channel.send({"warm": True})

    def spawn(self, device: str) -> Spawned:
        """Return the spare candidate, then fresh ones from the zygote."""
        spawned, self._spare = self._spare, None
        if spawned is None:
            spawned = self._meet(self._more(device), device)
        refuse(self.state, self.trust)
        return spawned

    def _meet(self, forked: Forked, device: str) -> Spawned:
        channel = Channel(forked.wire, forked.wire)
        channel.drain(forked.output, self.tail.reader(forked.output))
        self._outputs.append(forked.output)
        try:
            header, _ = channel.receive()
        except (Closed, FrameError):
            raise RunnerError("a fresh process ended before it was used") from None
        self.state = cast("dict[str, str]", cast("dict[str, Any]", header)["ready"])
        session = Session(channel, device)
        session.pid = pid = forked.pid
        return Spawned(session, lambda: self._end(pid, forked), lambda: self._why(pid))

    def printed(self) -> str:
        """All that the candidates printed so far; they are not waited for."""
        for descriptor in self._outputs:
            self.tail.empty(descriptor)
        return self.tail.text()

    def _more(self, device: str) -> Forked:
        with _no_alarm():
            self.channel.send({"spawn": device})
            data, fds, _, _ = socket.recv_fds(self.control, 8, 2)
            return Forked(int.from_bytes(data, "little"), *fds)

    def _end(self, pid: int, forked: Forked) -> None:
        self.tail.empty(forked.output)
        with _no_alarm():
            self.channel.send({"kill": pid})

    def _why(self, pid: int) -> str:
        with _no_alarm():
            self.channel.send({"end": pid})
            header, _ = self.channel.receive()
        status = cast("dict[str, Any]", header).get("status")
        if status is None:
            return ""
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            return f"the process left with exit code {code}"
        if -code == signal.SIGKILL:
            return "the process closed its line or was killed, perhaps for its memory"
        return f"the process died of {signal.Signals(-code).name}"


@contextmanager
def _no_alarm() -> Iterator[None]:
    """Keep the alarm out: an exchange with the zygote is whole or not at all."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})


def serve(control: int, forked: Forked, likely: Path | None = None) -> None:
    """Wait for the one request, answer it, and return."""
    _settle()
    bench = ForkedBench(control, forked)
    bench.prepare(likely)
    try:
        header, _ = bench.channel.receive()
    except Closed:
        return
    order = cast("dict[str, Any]", header)
    verdict = timed(bench, order | {"request": unseal(order["address"])})
    reply(order["address"], verdict.model_dump_json())
    with suppress(Closed):
        bench.channel.send({"verdict": _SEALED})


def _settle() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(null, descriptor)
    os.close(null)
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(PR_SET_DUMPABLE, 0)
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (mapped() + _MEMORY, hard))
