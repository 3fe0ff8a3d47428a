"""A spare pair: a judge and a candidate, forked while nothing secret is in memory."""

import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from drill.runner import candidate
from drill.runner.confine.layers import Walls
from drill.runner.frames import Channel


@dataclass
class Forked:
    """A candidate's process as the zygote sees it."""

    pid: int
    wire: int
    """The judge's end of the socket."""
    output: int
    """Where its prints can be read."""

    def hand_over(self) -> None:
        """Close the zygote's copies of the judge's ends."""
        for descriptor in (self.wire, self.output):
            with suppress(OSError):
                os.close(descriptor)


@dataclass
class Pair:
    """A judge and its candidates; serves one request."""

    judge: int
    control: Channel
    candidates: set[int] = field(default_factory=set)
    warm: bool = False
    """Whether the judge said that it and its candidate are ready."""
    serving: int | None = None
    """Id of the request it serves."""
    core: int | None = None
    """The processor core it is settled on."""
    until: float = float("inf")
    """Monotonic time at which the zygote ends it, whatever it does."""

    def kill(self) -> list[int]:
        """End every process of the pair at once; whoever calls reaps them when it suits."""
        ended = [*self.candidates, self.judge]
        for pid in ended:
            kill(pid)
        self.candidates.clear()
        with suppress(OSError):
            os.close(self.control.reader)
        return ended


def kill(pid: int) -> None:
    """SIGKILL to the process and its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def gone(pid: int) -> bool:
    """Whether a killed process is reaped; does not wait."""
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def end(pid: int) -> int | None:
    """Kill and wait; its exit status."""
    kill(pid)
    try:
        return os.waitpid(pid, 0)[1]
    except ChildProcessError:
        return None


def fork_candidate(walls: Walls | None, *, device: str, bonus: bool) -> Forked:
    ours, theirs = socket.socketpair()
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        candidate.live(theirs.fileno(), write, walls, device=device, bonus=bonus)
    theirs.close()
    os.close(write)
    return Forked(pid, ours.detach(), read)


def fork_pair(
    walls: Walls | None, serve: Callable[[int, Forked], None], *, device: str, bonus: bool
) -> Pair:
    """Fork the candidate first: it is out before a judge could know anything."""
    forked = fork_candidate(walls, device=device, bonus=bonus)
    ours, theirs = socket.socketpair()
    judge = os.fork()
    if judge == 0:
        try:
            os.setsid()
            candidate.close_others({0, 1, 2, theirs.fileno(), forked.wire, forked.output})
            serve(theirs.fileno(), forked)
        finally:
            os._exit(0)
    theirs.close()
    forked.hand_over()
    control = ours.detach()
    return Pair(judge, Channel(control, control), {forked.pid})
