"""The screen: first paint, echo of a key under a running clock, memory, what is imported."""

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

RUNS = 7
KEYS = 120
FIRST_PAINT = 1.5
"""Times the first paint of a Textual app with one label."""
ECHO = 0.030
"""Seconds from key to its letter on screen, p95."""
MEMORY = 120.0
"""MiB resident."""
LABEL = """
from textual.app import App
from textual.widgets import Label
class One(App):
    def compose(self):
        yield Label("ANSWERS")
One().run()
"""
EXERCISES = ("seed-reseeding", "lru-eviction", "nan-batch-search")
FIX_RUNS = 15
RESULT = 0.060
"""Seconds from key to the result of a run on screen, p50."""
FIX = """
import sys
from drill.bootstrap import build
from drill.tui.app import DrillApp
services = build()
app = DrillApp(services)
async def open_exercise(pilot):
    await pilot.pause(0.5)
    app.fixing.start(sys.argv[1])
app.run(auto_pilot=open_exercise)
"""
NO_TORCH = """
import sys
from drill.tui.app import DrillApp
from drill.tui.screens import question, verdict, scorecard, fix, history
print([name for name in ("torch", "numpy", "pydantic") if name in sys.modules])
"""


class Terminal:
    """A program in a terminal of 80x24, read as it paints."""

    def __init__(self, command: list[str], home: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.begin = time.monotonic()
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**os.environ, "DRILL_HOME": home, "TERM": "xterm-256color"},
        )
        os.close(slave)

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def until(self, text: str, seconds: float = 20.0) -> float:
        """Give the moment at which `text` was painted."""
        seen, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.05)[0]:
                seen = (seen + os.read(self.master, 65536))[-200_000:]
                if text.encode() in seen:
                    return time.monotonic()
        raise TimeoutError(f"{text!r} was not painted")

    def drain(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.02)[0]:
                os.read(self.master, 65536)

    def resident(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


def first_paint(command: list[str], home: str) -> float:
    terminal = Terminal(command, home)
    try:
        return terminal.until("ANSWERS") - terminal.begin
    finally:
        terminal.close()


def echo(home: str) -> tuple[list[float], float]:
    """Type into a question while its clock runs; give the times and the memory at the end."""
    terminal = Terminal([sys.executable, "-m", "drill"], home)
    times = []
    try:
        terminal.until("quick fire")
        terminal.drain(1.5)
        terminal.press("v")
        terminal.until("enter")
        terminal.drain(0.5)
        terminal.press("\r")
        terminal.until("submit")
        terminal.drain(1.0)
        for place in range(KEYS):
            letter = "QXZJ"[place % 4]
            begin = time.monotonic()
            terminal.press(letter)
            times.append(terminal.until(letter) - begin)
            terminal.drain(0.03)
        return times, terminal.resident()
    finally:
        terminal.close()


def results(home: str, slug: str) -> tuple[list[float], list[float], list[float]]:
    """Run the example again and again; give the times to the result, of keys meanwhile and after.

    Keys while nothing runs tell what the machine does beside it.
    """
    terminal = Terminal([sys.executable, "-c", FIX, slug], home)
    times, typed, idle = list[float](), list[float](), list[float]()
    try:
        terminal.until("broken.py")
        terminal.press("\x1b[15~")
        terminal.until("run 1 ", 60.0)
        terminal.drain(2.0)
        for place in range(2, 2 * FIX_RUNS + 2, 2):
            begin = time.monotonic()
            terminal.press("\x1b[15~")
            times.append(terminal.until(f"run {place} ") - begin)
            terminal.drain(0.3)
            terminal.press("\x1b[15~")
            for into in (typed, idle):
                letter = "QXZJ"[place // 2 % 4]
                begin = time.monotonic()
                terminal.press(letter)
                into.append(terminal.until(letter) - begin)
                terminal.press("\x7f")
                terminal.drain(0.5)
        return times, typed, idle
    finally:
        terminal.close()


def run() -> list[tuple[str, str, bool]]:
    with tempfile.TemporaryDirectory() as home:
        label, ours = [], []
        for _ in range(RUNS):
            label.append(first_paint([sys.executable, "-c", LABEL], home))
            ours.append(first_paint([sys.executable, "-m", "drill"], home))
        ratio = statistics.median(ours) / statistics.median(label)
        times, resident = echo(home)
        shown, typed, idle = list[float](), list[float](), list[float]()
        for slug in EXERCISES:
            for into, found in zip((shown, typed, idle), results(home, slug), strict=True):
                into.extend(found)
    p95 = statistics.quantiles(times, n=20)[-1]
    loaded = subprocess.run(
        [sys.executable, "-c", NO_TORCH], capture_output=True, text=True, check=True
    ).stdout.strip()
    middle = statistics.median(shown)
    busy, still = (statistics.quantiles(keys, n=20)[-1] for keys in (typed, idle))
    both = f"{busy * 1000:.1f} ms ({busy / still:.1f} x one while nothing runs)"
    painted = f"{ratio:.2f} x ({statistics.median(ours) * 1000:.0f} ms)"
    return [
        (f"first paint, at most {FIRST_PAINT} x one label", painted, ratio <= FIRST_PAINT),
        ("torch, numpy, pydantic imported for it", loaded, loaded == "[]"),
        ("key to letter under a running clock, p95 <= 30 ms", f"{p95 * 1000:.1f} ms", p95 <= ECHO),
        ("key to run result, p50 <= 60 ms", f"{middle * 1000:.1f} ms", middle <= RESULT),
        ("key to letter during a run, p95 <= 30 ms", both, busy <= ECHO),
        ("resident memory in a sitting, < 120 MiB", f"{resident:.0f} MiB", resident < MEMORY),
    ]
