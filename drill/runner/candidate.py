"""The life of a candidate's process: seeded, closed off, confined, then it serves the judge."""

import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from drill.runner import hooks, loading, prime
from drill.runner.confine.layers import Walls
from drill.runner.confine.system import PR_SET_DUMPABLE, PR_SET_PDEATHSIG, prctl
from drill.runner.driver import Driver
from drill.runner.frames import Channel

_WIRE = 3


def live(wire: int, output: int, walls: Walls | None, *, device: str, bonus: bool) -> None:
    """Never returns. `wire` is the socket to the judge, `output` takes all prints."""
    try:
        _settle(wire, output, () if walls is None else walls.descriptors())
        channel = Channel(_WIRE, _WIRE)
        driver = Driver(channel, device)
        loading.seed_all(driver, int.from_bytes(os.urandom(7), "little"))
        prime.mend_threads()
        if device == "cuda":
            _warm_gpu()
        state = {} if walls is None else walls.apply(bonus=bonus)
        if sys.platform == "linux":
            with suppress(OSError):
                prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
                prctl(PR_SET_DUMPABLE, 0)
        gc.enable()
        hooks.forbid()
        channel.send({"ready": state})
        driver.loop()
    except BaseException:  # noqa: BLE001  (whatever it was: the judge sees the process end)
        os._exit(70)
    os._exit(0)


def _settle(wire: int, output: int, keep: tuple[int, ...]) -> None:
    """Own session, own descriptors and nothing else."""
    os.setsid()
    for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD, signal.SIGALRM):
        signal.signal(kind, signal.SIG_DFL)
    null = os.open(os.devnull, os.O_RDWR)
    moved = [os.dup(wire), os.dup(output)]
    os.dup2(null, 0)
    os.dup2(moved[1], 1)
    os.dup2(moved[1], 2)
    os.dup2(moved[0], _WIRE)
    close_others({0, 1, 2, _WIRE, *keep})
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  (a descriptor)
    for name, number in (("stdout", 1), ("stderr", 2)):
        stream = open(  # noqa: SIM115  (a descriptor)
            number, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def close_others(keep: set[int]) -> None:
    """Close every descriptor but these."""
    folder = Path("/proc/self/fd")
    names = os.listdir(folder) if folder.is_dir() else map(str, range(256))  # noqa: PTH208  (names)
    for number in [int(name) for name in names]:
        if number not in keep:
            with suppress(OSError):
                os.close(number)


def _warm_gpu() -> None:
    import torch  # noqa: PLC0415  (loaded long before)

    torch.ones(1, device="cuda").sum().item()
