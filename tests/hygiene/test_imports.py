"""What importing a module brings along, seen in a fresh interpreter: the proof of the rooms."""

import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import drill

SCRIPT = Path(__file__).with_name("importing.py")
CORE = ("model", "grading", "debugging", "scheduling", "sitting", "errors")
ROOMS = sorted(
    {name.split(".")[1] for _, name, _ in pkgutil.iter_modules(drill.__path__, "drill.")}
)


def modules(room: str) -> list[str]:
    if room == "runner":
        return ["drill.runner.client"]  # the rest runs in the zygote, where torch belongs
    path = [f"{drill.__path__[0]}/{room}"]
    inside = [name for _, name, _ in pkgutil.walk_packages(path, f"drill.{room}.")]
    return [f"drill.{room}", *inside]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_brings_only_what_it_may(room: str) -> None:
    """Each module imports alone; torch, numpy, Textual, databases and YAML stay in their rooms."""
    done = subprocess.run(
        [sys.executable, "-I", SCRIPT, *modules(room)],
        capture_output=True,
        text=True,
        check=True,
        timeout=250,
    )
    for name, brought in json.loads(done.stdout).items():
        assert not brought[0].startswith("!"), f"{name} does not import alone: {brought[0]}"
        tops = {module.split(".")[0] for module in brought}
        unwanted = {"torch", "numpy"}
        if room not in {"tui", "__main__"}:
            unwanted |= {"textual"}
        if room in CORE:
            unwanted |= {"sqlite3", "yaml", "tomllib", "platformdirs", "watchfiles"}
        assert not unwanted & tops, name
