"""Where a warm process cannot be forked: a judge and a candidate, each started for one request.

The split and the verdicts are the same; what walls this system has are set, and the rest is said.
"""

import argparse
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from drill.errors import RunnerError
from drill.runner import loading
from drill.runner.answering import refuse, timed
from drill.runner.confine.names import LAYERS
from drill.runner.driver import Driver
from drill.runner.frames import Channel, Closed, FrameError
from drill.runner.judging import Spawned
from drill.runner.output import Tail
from drill.runner.session import Session

_HELD_BACK = 0.5
_WHERE = "this system has no fork with Landlock"


class StartedBench:
    """Candidates as started processes; their prints are read by a thread each."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.state = dict.fromkeys(LAYERS, "not set")
        self.trust = "own"
        self._options = options
        self._tail = Tail()
        self._alive: list[subprocess.Popen[bytes]] = []
        self._readers: list[threading.Thread] = []
        self._spare: Spawned | None = None

    def prepare(self) -> None:
        self._spare = self._start("cpu")

    def spawn(self, device: str) -> Spawned:
        spawned, self._spare = self._spare, None
        spawned = spawned or self._start(device)
        refuse(self.state, self.trust)
        return spawned

    def printed(self) -> str:
        for reader in self._readers:
            reader.join(0.05)
        return self._tail.text()

    def close(self) -> None:
        for process in self._alive:
            process.kill()
            process.wait()

    def _start(self, device: str) -> Spawned:
        process = subprocess.Popen(  # noqa: S603  (our own program)
            command("candidate", self._options, device),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise RunnerError("a started process has no pipes")
        self._alive.append(process)
        output = process.stderr.fileno()
        reader = threading.Thread(target=self._read, args=(output,), daemon=True)
        reader.start()
        self._readers.append(reader)
        channel = Channel(process.stdout.fileno(), process.stdin.fileno())
        try:
            header, _ = channel.receive()
        except (Closed, FrameError):
            raise RunnerError("a fresh process ended before it was used") from None
        self.state = cast("dict[str, Any]", header)["ready"]
        return Spawned(Session(channel, device), process.kill, lambda: _why(process))

    def _read(self, descriptor: int) -> None:
        take = self._tail.reader(descriptor)
        while take():
            pass


def _why(process: subprocess.Popen[bytes]) -> str:
    with suppress(subprocess.TimeoutExpired):
        process.wait(_HELD_BACK)
    process.kill()
    code = process.wait()
    if code == 0:
        return "the process left with exit code 0"
    return f"the process ended ({code})"


def command(role: str, options: argparse.Namespace, device: str = "cpu") -> list[str]:
    parts = [sys.executable, "-P", "-m", "drill.runner.oneshot", role, "--device", device]
    parts += ["--scale", str(options.scale), "--without", *options.without]
    return [*parts, "--left-out", *map(str, options.left_out)]


def be_judge(options: argparse.Namespace) -> None:
    """One request from stdin, one verdict to stdout."""
    reader, writer = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    channel = Channel(reader, writer)
    bench = StartedBench(options)
    try:
        bench.prepare()
        channel.send({"warm": True})
        header, _ = channel.receive()
        order = cast("dict[str, Any]", header)
        wanted = order["request"]["device"]
        order |= {"scale": options.scale, "devices": [_device(wanted)]}
        channel.send({"verdict": timed(bench, order).model_dump_json()})
    except (Closed, RunnerError):
        pass
    finally:
        bench.close()


def _device(wanted: str) -> str:
    import torch  # noqa: PLC0415  (loaded by now)

    if wanted == "mps" and torch.backends.mps.is_available():
        return "mps"
    return "cpu"


def be_candidate(options: argparse.Namespace) -> None:
    """Serve a judge over stdin and stdout; prints go to stderr."""
    reader, writer = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  (a descriptor)
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    channel = Channel(reader, writer)
    driver = Driver(channel, options.device)
    loading.warm(driver)
    channel.send({"ready": _walls(options)})
    driver.loop()


def _walls(options: argparse.Namespace) -> dict[str, str]:
    """Set what this system has; every layer maps to an empty text or to why it does not hold."""
    if sys.platform != "linux":
        return dict.fromkeys(LAYERS, _WHERE)
    from drill.runner.confine.layers import Walls  # noqa: PLC0415  (Linux only)

    walls = Walls([Path(__file__).parents[1], *options.left_out], without=options.without)
    return walls.apply(bonus=False)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m drill.runner.oneshot")
    parser.add_argument("role", choices=["judge", "candidate"])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--left-out", nargs="*", default=[], type=Path)
    options = parser.parse_args()
    os.chdir(os.path.abspath(os.sep))  # noqa: PTH100  (the root of any system)
    if options.role == "judge":
        be_judge(options)
    else:
        be_candidate(options)


if __name__ == "__main__":
    main()
