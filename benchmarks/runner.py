"""From submit to verdict, confined and warm, beside what the floor and a cold pytest cost."""

import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from drill.content.exercises import load_exercise
from drill.model.exercise import Exercise
from drill.model.run import RunRequest
from drill.paths import exercises_folder
from drill.runner.client import RunnerClient
from drill.runner.environment import environment

NAMED = ("lru-eviction", "seed-reseeding", "nan-batch-search")
TIMES = 20
Row = tuple[str, str, bool]
FLOOR = """
import os, time, torch
torch.set_num_threads(1); torch.ones(2).sum()
taken = []
for _ in range(15):
    begin = time.perf_counter()
    child = os.fork()
    if child == 0: os._exit(0)
    os.waitpid(child, 0)
    taken.append(time.perf_counter() - begin)
print(1000 * sorted(taken)[7])
"""
WALLS = """
import os, time
from drill.runner import prime
from drill.runner.confine.layers import Walls
prime.prime()
walls = Walls([])
taken = []
for _ in range(9):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        begin = time.perf_counter()
        state = walls.apply(bonus=False)
        begin = time.perf_counter() - begin
        assert not any(why for name, why in state.items() if name != "namespaces"), state
        os.write(write, str(begin).encode())
        os._exit(0)
    os.waitpid(child, 0)
    taken.append(float(os.read(read, 64)))
print(1000 * sorted(taken)[4])
"""
CALLBACK = """
import time
from drill.runner import loading
from drill.runner.cores import Cores, settle
from drill.runner.loopback import fork_candidate
settle(0, Cores().pick([]))
spawned = fork_candidate("cpu")
text = "def g(fn, n):\\n    for _ in range(n): fn(3)\\n"
module = spawned.session.ask("load", text, keep=True)
taken = []
for _ in range(5):
    begin = time.perf_counter(); module.g(lambda x: x, 1000)
    taken.append((time.perf_counter() - begin) * 1000)
spawned.kill()
print(sorted(taken)[2])
"""


def run() -> list[Row]:
    floor, walls, callback = (_measure(text) for text in (FLOOR, WALLS, CALLBACK))
    pytest = _cold_pytest()
    client = RunnerClient([exercises_folder()])
    try:
        client.wait_ready()
        warm = {slug: _warm(client, slug) for slug in NAMED}
        spare, refill, threads = _spare(client), _refill(client), client.info["threads"]
    finally:
        client.close()
    middle = statistics.median(time for times in warm.values() for time in times)
    rows: list[Row] = []
    for slug, times in warm.items():
        half, high = times[len(times) // 2], times[math.ceil(0.95 * len(times)) - 1]
        figure = f"submit to verdict, {slug}: p50 <= 30 ms, p95 <= 100 ms"
        rows.append((figure, f"p50 {half:.1f} ms, p95 {high:.1f} ms", half <= 30 and high <= 100))
    without = _without_spare()
    return [
        *rows,
        ("submit to verdict without a spare: p95 <= 150 ms", f"{without:.1f} ms", without <= 150),
        ("times faster than cold pytest: >= 60", f"{pytest / middle:.0f}", pytest / middle >= 60),
        ("as a ratio to bare fork and exit: <= 3", f"{middle / floor:.1f}", middle / floor <= 3),
        ("confinement: <= 2 ms", f"{walls:.2f} ms", walls <= 2),
        ("a callback: <= 100 us", f"{callback:.0f} us", callback <= 100),
        ("a spare, judge and candidate: <= 10 MB private", f"{spare:.1f} MB", spare <= 10),
        ("a spare refilled: <= 100 ms", f"{refill:.0f} ms", refill <= 100),
        ("threads of the zygote: 1", str(threads), threads == 1),
    ]


def _measure(text: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", text],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def _cold_pytest() -> float:
    with tempfile.TemporaryDirectory() as folder:
        test = Path(folder, "test_one.py")
        test.write_text("import torch\ndef test_one():\n    assert torch.ones(2).sum() == 2\n")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
        taken = []
        for _ in range(3):
            begin = time.perf_counter()
            subprocess.run(command, cwd=folder, capture_output=True, check=True)
            taken.append(1000 * (time.perf_counter() - begin))
    return min(taken)


def _request(exercise: Exercise) -> RunRequest:
    groups = tuple(group.name for group in exercise.sheet.groups)
    return RunRequest(
        slug=exercise.slug,
        source=exercise.fixed,
        folder=exercise.folder,
        groups=groups,
        device="cpu",
    )


def _warm(client: RunnerClient, slug: str) -> list[float]:
    request = _request(load_exercise(exercises_folder() / slug))
    taken = []
    for _ in range(TIMES):
        client.wait_ready()
        time.sleep(0.05)
        verdict = client.run(request)
        if verdict.verdict != "solved":
            raise SystemExit(f"{slug}: {verdict.verdict} {verdict.reason}")
        taken.append(verdict.ms.total)
    return sorted(taken)


def _without_spare() -> float:
    client = RunnerClient([exercises_folder()], spares=0)
    request = _request(load_exercise(exercises_folder() / NAMED[0]))
    try:
        client.run(request)
        taken = sorted(client.run(request).ms.total for _ in range(TIMES))
    finally:
        client.close()
    return taken[math.ceil(0.95 * TIMES) - 1]


def _spare(client: RunnerClient) -> float:
    """Megabytes that a waiting pair holds of its own."""
    client.wait_ready()
    time.sleep(0.3)
    zygote = client.info["pid"]
    pids = Path(f"/proc/{zygote}/task/{zygote}/children").read_text(encoding="ascii").split()
    kilobytes = 0
    for pid in pids:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
        kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return kilobytes / 1024


def _refill(client: RunnerClient) -> float:
    request = RunRequest(slug="x", source="", target="scratch", own_source="x = 1")
    taken = []
    for _ in range(TIMES):
        client.wait_ready()
        client.run(request)
        begin = time.perf_counter()
        client.wait_ready()
        taken.append(1000 * (time.perf_counter() - begin))
    return statistics.median(taken)


if os.name != "posix":
    raise SystemExit("the warm runner needs fork")
