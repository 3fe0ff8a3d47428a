"""A warm process that forks spare pairs and hands requests to them. Never sees a hidden check."""

import argparse
import json
import os
import select
import signal
import socket
import sys
import time
from collections import deque
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

from drill.runner import judge as judge_side
from drill.runner import prime
from drill.runner.confine.layers import Walls
from drill.runner.confine.names import LAYERS
from drill.runner.cores import Cores, settle
from drill.runner.frames import Channel, Closed
from drill.runner.limits import GRACE_SECONDS
from drill.runner.spare import Pair, end, fork_candidate, fork_pair, gone, kill

_REFILL_AFTER = 0.25
"""Seconds after a dispatch before the next spare is forked, unless the verdict came first."""
_SETTLE_SECONDS = 1.0
_REAP_EVERY = 0.02
_RETRY_AFTER = 0.5
"""Seconds before a spare that died by itself is replaced: no busy loop of failures."""


class Zygote:
    """The loop: one line to the client, one to each pair."""

    def __init__(self, channel: Channel, walls: Walls, *, spares: int, bonus: bool) -> None:
        self.channel = channel
        self.walls = walls
        self.bonus = bonus
        self.scale = 1.0
        self._want = spares
        self._gpu: Walls | None = None
        self._spare: deque[Pair] = deque()
        self._busy: dict[int, Pair] = {}
        self._queue: deque[dict[str, Any]] = deque()
        self._dying: list[int] = []
        self._refill_at = 0.0
        self._likely: Path | None = None
        """Folder of the exercise that was judged last; only judges read in it."""
        self._workers = max(1, min(4, os.cpu_count() or 1))
        self._cores = Cores()

    def loop(self) -> None:
        """Until the client goes away."""
        try:
            while True:
                self._turn()
        except Closed:
            pass
        finally:
            for pair in [*self._spare, *self._busy.values()]:
                self._dying += pair.kill()
            for pid in self._dying:
                end(pid)

    def _turn(self) -> None:
        now = time.monotonic()
        lines = {pair.control.reader: pair for pair in self._busy.values()}
        idle = {pair.control.reader: pair for pair in self._spare}
        waits = [pair.until - now for pair in self._busy.values()]
        if len(self._spare) < self._want:
            waits.append(self._refill_at - now)
        if self._dying:
            waits.append(_REAP_EVERY)
        timeout = max(0.0, min(waits, default=3600.0))
        ready, _, _ = select.select([self.channel.reader, *lines, *idle], [], [], timeout)
        for descriptor in ready:
            if descriptor == self.channel.reader:
                self._take_orders()
            elif descriptor in lines:
                self._hear_all(lines[descriptor])
            elif descriptor in idle:
                self._hear_spare(idle[descriptor])
        self._dying = [pid for pid in self._dying if not gone(pid)]
        now = time.monotonic()
        for pair in [pair for pair in self._busy.values() if pair.until <= now]:
            self._finish(pair, self._said("timeout", "the deadline passed"))
        self._dispatch()
        if len(self._spare) < self._want and now >= self._refill_at:
            self._spare.append(self._fork())

    def _take_orders(self) -> None:
        while True:
            header, _ = self.channel.receive()
            self._order(cast("dict[str, Any]", header))
            if not self.channel.pending:
                return

    def _hear_all(self, pair: Pair) -> None:
        self._hear(pair)
        while pair.serving in self._busy and pair.control.pending:
            self._hear(pair)

    def _fork(self) -> Pair:
        serve = partial(judge_side.serve, likely=self._likely)
        return fork_pair(self.walls, serve, device="cpu", bonus=self.bonus)

    def _tell(self) -> None:
        self.channel.send({"spares": sum(pair.warm for pair in self._spare)})

    def _hear_spare(self, pair: Pair) -> None:
        try:
            pair.control.receive()
            pair.warm = True
        except Closed:
            self._spare.remove(pair)
            self._dying += pair.kill()
            self._refill_at = time.monotonic() + _RETRY_AFTER
        self._tell()

    def _order(self, order: dict[str, Any]) -> None:
        if "run" in order:
            self._queue.append(order)
            return
        number = order.get("cancel")
        for waiting in [one for one in self._queue if one["run"] == number]:
            self._queue.remove(waiting)
            self.channel.send({"id": number, "verdict": self._said("could_not_run", "cancelled")})
        if number in self._busy:
            self._finish(self._busy[number], self._said("could_not_run", "cancelled"))

    def _dispatch(self) -> None:
        while self._queue and len(self._busy) < self._workers:
            order = self._queue.popleft()
            pair = self._spare.popleft() if self._spare else self._fork()
            request = order["outside"]
            devices, why = self._devices(request["device"], request["devices"])
            if why:
                self._spare.append(pair)
                said = self._said("could_not_run", why)
                self.channel.send({"id": order["run"], "verdict": said})
                continue
            pair.serving = order["run"]
            if request["folder"]:
                self._likely = Path(request["folder"])
            limit = self.scale * float(request["seconds"])
            pair.until = time.monotonic() + limit + GRACE_SECONDS + _SETTLE_SECONDS
            self._busy[order["run"]] = pair
            order |= {"scale": self.scale, "devices": devices}
            if devices == ["cpu"]:
                pair.core = self._cores.pick([one.core for one in self._busy.values()])
                for pid in (pair.judge, *pair.candidates):
                    settle(pid, pair.core)
            self._refill_at = time.monotonic() + _REFILL_AFTER
            with suppress(Closed):
                pair.control.send(order)

    def _devices(self, wanted: str, made_for: list[str]) -> tuple[list[str], str]:
        if wanted in ("cpu", "auto") and (wanted == "cpu" or "cuda" not in made_for):
            return ["cpu"], ""
        import torch  # noqa: PLC0415  (loaded long before)

        if wanted == "mps":
            return [], "mps needs a process that was not forked; use --device cpu"
        if torch.cuda.is_available():
            return ["cpu", "cuda"], ""
        return (["cpu"], "") if wanted == "auto" else ([], "there is no CUDA device here")

    def _hear(self, pair: Pair) -> None:
        try:
            header, _ = pair.control.receive()
        except Closed:
            self._finish(pair, self._said("could_not_run", "the judge ended without a verdict"))
            return
        said = cast("dict[str, Any]", header)
        if "warm" in said:
            return
        if "verdict" in said:
            self._finish(pair, said["verdict"])
        elif "spawn" in said:
            self._spawn(pair, str(said["spawn"]))
        elif "kill" in said:
            pid = int(said["kill"])
            if pid in pair.candidates:
                pair.candidates.discard(pid)
                kill(pid)
                self._dying.append(pid)
        elif "end" in said:
            pid = int(said["end"])
            status = None
            if pid in pair.candidates:
                pair.candidates.discard(pid)
                status = end(pid)
            with suppress(Closed):
                pair.control.send({"status": status})

    def _spawn(self, pair: Pair, device: str) -> None:
        walls = self.walls
        if device != "cpu":
            self._gpu = self._gpu or self.walls.for_gpu()
            walls = self._gpu
        forked = fork_candidate(walls, device=device, bonus=self.bonus)
        pair.candidates.add(forked.pid)
        settle(forked.pid, pair.core)
        line = socket.socket(fileno=os.dup(pair.control.writer))
        with line, suppress(OSError):
            pid = forked.pid.to_bytes(8, "little")
            socket.send_fds(line, [pid], [forked.wire, forked.output])
        forked.hand_over()

    def _finish(self, pair: Pair, verdict: str) -> None:
        number = pair.serving
        if number is not None:
            self._busy.pop(number, None)
            self.channel.send({"id": number, "verdict": verdict})
        self._dying += pair.kill()
        self._refill_at = 0.0

    @staticmethod
    def _said(kind: str, reason: str) -> str:
        return json.dumps({"verdict": kind, "reason": reason})


def probe(walls: Walls) -> bool:
    """Whether namespaces are given here: tried in a child that ends at once."""
    child = os.fork()
    if child == 0:
        try:
            state = walls.apply(bonus=True)
            os._exit(0 if state["namespaces"] == "" else 1)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m drill.runner.zygote")
    parser.add_argument("--control", type=int, required=True)
    parser.add_argument("--spares", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=[], choices=LAYERS)
    parser.add_argument("--left-out", nargs="*", default=[], type=Path)
    options = parser.parse_args()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = Channel(options.control, options.control)
    os.chdir("/")
    scale = prime.prime()
    prime.forget_ours()
    walls = Walls([Path(__file__).parents[1], *options.left_out], without=options.without)
    bonus = "namespaces" not in options.without and probe(walls)
    zygote = Zygote(channel, walls, spares=options.spares, bonus=bonus)
    zygote.scale = scale
    info = {"pid": os.getpid(), "scale": scale, "threads": prime.thread_count()}
    try:
        channel.send({"ready": info | {"problems": walls.problems, "namespaces": bonus}})
        zygote.loop()
    except Closed:
        sys.exit(0)


if __name__ == "__main__":
    main()
