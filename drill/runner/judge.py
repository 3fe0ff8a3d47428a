"""The life of a judge's process: waits for one request, judges it, says the verdict, ends."""

import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import torch

from drill.errors import DrillError, RunnerError
from drill.model.run import (
    Failure,
    GroupResult,
    LocalValue,
    Outcome,
    RunRequest,
    RunVerdict,
    Timing,
    fix_points,
)
from drill.runner.confine import LAYERS, missing
from drill.runner.confine.system import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl
from drill.runner.frames import Channel, Closed, FrameError
from drill.runner.hidden import collect
from drill.runner.judging import Deadline, Judge, Spawned, Tally, Task, alarm, clean
from drill.runner.limits import MAX_SOURCE
from drill.runner.output import Tail, visible
from drill.runner.session import Gone, Session, Violation
from drill.runner.spare import Forked

_MEMORY = 6 << 30
"""Bytes a judge may map over what it holds: a hostile length makes a MemoryError."""


class Refused(Exception):  # noqa: N818  (an answer, not an error of ours)
    """A layer is missing and the code is a stranger's."""


class Bench:
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

    def prepare(self) -> None:
        """While there is time: meet the candidate and touch the pages a run will need."""
        forked, self._first = self._first, None
        if forked is None:
            return
        with suppress(RunnerError, Gone, Violation):
            self._spare = self._meet(forked, "cpu")
            self._spare.session.ask("seed", 0)
            self._spare.session.ask("warm", [1, 2.0, "three"], {"four": torch.ones(2)})
        with suppress(Closed):
            self.channel.send({"warm": True})

    def spawn(self, device: str) -> Spawned:
        """The spare candidate, then fresh ones from the zygote."""
        spawned, self._spare = self._spare, None
        if spawned is None:
            spawned = self._meet(self._more(device), device)
        if self.trust == "partner" and (lacking := missing(self.state)):
            name, why = next(iter(lacking.items()))
            raise Refused(f"{name} cannot be set: {why}")
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
        pid = forked.pid
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
    """An exchange with the zygote is whole or not at all."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})


def serve(control: int, forked: Forked) -> None:
    """Wait for the one request, answer it, and return."""
    _settle()
    bench = Bench(control, forked)
    bench.prepare()
    try:
        header, _ = bench.channel.receive()
    except Closed:
        return
    order = cast("dict[str, Any]", header)
    start = time.monotonic()
    verdict = answer(bench, order, start)
    ms = 1000 * (time.monotonic() - start)
    wait = 1000 * max(0.0, start - float(order["sent"]))
    timing = Timing(wait=round(wait, 2), run=round(ms, 2), total=round(wait + ms, 2))
    verdict = verdict.model_copy(update={"ms": timing})
    with suppress(Closed):
        bench.channel.send({"verdict": verdict.model_dump_json()})


def _settle() -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(null, descriptor)
    os.close(null)
    if sys.platform == "linux":
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        prctl(PR_SET_DUMPABLE, 0)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (pages * 4096 + _MEMORY, hard))


def answer(bench: Bench, order: dict[str, Any], start: float) -> RunVerdict:
    """The verdict on one request, whatever happens on the way."""
    request = RunRequest.model_validate(order["request"])
    scale = float(order["scale"])
    seconds = request.seconds * scale
    bench.trust = request.trust
    seed = int.from_bytes(os.urandom(4), "little") if request.seed is None else request.seed
    base = {
        "slug": request.slug,
        "target": request.target,
        "seed": seed,
        "limit_ms": 1000 * seconds,
        "device": "+".join(order["devices"]),
    }
    try:
        if len(request.source.encode(errors="replace")) > MAX_SOURCE:
            parts: dict[str, Any] = {"verdict": "unsolved", "reason": "the file is over 1 MiB"}
        elif request.target == "hidden":
            parts = _judge(bench, request, order, seed, seconds - (time.monotonic() - start))
        else:
            parts = _script(bench, request, seed, seconds)
    except Refused as refusal:
        parts = {"verdict": "refused", "reason": str(refusal)}
    except DrillError as error:
        parts = {"verdict": "could_not_run", "reason": clean(str(error))}
    except (Gone, Violation, Closed, OSError, ValueError, KeyError) as error:
        parts = {"verdict": "could_not_run", "reason": clean(f"{type(error).__name__}: {error}")}
    held = tuple(name for name in LAYERS if bench.state.get(name, "not set") == "")
    lacking = missing(bench.state)
    notice = ""
    if lacking:
        notice = "Not fully confined here: " + "; ".join(f"{k} ({v})" for k, v in lacking.items())
    shown = {"confinement": held, "notice": notice, "output": bench.printed()}
    return RunVerdict.model_validate(base | shown | parts)


def _judge(
    bench: Bench, request: RunRequest, order: dict[str, Any], seed: int, seconds: float
) -> dict[str, Any]:
    folder = Path(request.folder)
    world = folder / "world.py"
    first = bench.spawn(order["devices"][0])
    hidden = folder / "hidden.py"
    checks = collect(hidden.read_text(encoding="utf-8"), str(hidden))
    task = Task(
        source=request.source,
        world=world.read_text(encoding="utf-8") if world.exists() else None,
        checks=checks,
        groups=request.groups or tuple(dict.fromkeys(check.group for check in checks)),
        seed=seed,
        devices=tuple(order["devices"]),
        seconds=seconds,
        scale=float(order["scale"]),
    )
    spares = [first]
    tally = Judge(task, lambda device: spares.pop() if spares else bench.spawn(device)).run()
    return _summary(tally, task)


def _summary(tally: Tally, task: Task) -> dict[str, Any]:
    groups = tuple(
        GroupResult(name=name, passed=name not in tally.broken, symptom=tally.broken.get(name))
        for name in task.groups
    )
    return {
        "verdict": tally.verdict,
        "groups": groups,
        "fix_points": fix_points(groups),
        "failed_check": tally.first,
        "reason": tally.reason,
    }


def _script(bench: Bench, request: RunRequest, seed: int, seconds: float) -> dict[str, Any]:
    """An example, an own test or a scratch script beside the candidate's code."""
    text = request.own_source
    if text is None:
        text = (Path(request.folder) / "example.py").read_text(encoding="utf-8")
    one = bench.spawn("cpu")
    why: tuple[Outcome, str]
    try:
        with alarm(seconds):
            one.session.ask("seed", seed)
            said = one.session.ask("script", request.target, text, request.source)
        return _said(said)
    except Deadline:
        why = "timeout", f"not done after {seconds:.2g} s"
    except Gone:
        reason = one.end()
        why = ("out_of_memory" if "memory" in reason else "crashed"), reason
    except Violation as broken:
        why = "crashed", clean(f"the code interfered with the runner ({broken})")
    except Exception as error:  # noqa: BLE001  (the driver's own failure is the script's)
        why = "crashed", clean(f"{type(error).__name__}: {error}")
    return {"verdict": why[0], "reason": why[1]}


def _said(said: Any) -> dict[str, Any]:
    """What the candidate's process reports of a script: shown, never believed."""
    if type(said) is not dict or said.get("failed") not in (True, False):
        return {"verdict": "crashed", "reason": "the code interfered with the runner"}
    if not said["failed"]:
        return {"verdict": "held"}
    line = said.get("line")
    rows = said.get("locals")
    rows = rows if type(rows) is list else []
    failure = Failure(
        error=clean(str(said.get("error", "")), 100),
        message=visible(str(said.get("message", "")))[:400],
        file=clean(str(said.get("file", "")), 40),
        line=line if type(line) is int else None,
        traceback=visible(str(said.get("traceback", "")))[:8000],
        locals=tuple(
            LocalValue(name=clean(str(row[0]), 80), value=visible(str(row[1]))[:200])
            for row in rows[:24]
            if type(row) is tuple and len(row) == 2  # noqa: PLR2004
        ),
    )
    kind = "out_of_memory" if failure.error == "MemoryError" else "unsolved"
    first = clean(f"{failure.error}: {failure.message}" if failure.message else failure.error)
    return {"verdict": kind, "failure": failure, "reason": first}
