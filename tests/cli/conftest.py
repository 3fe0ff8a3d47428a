"""`drill` as a program sees it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True)
class Said:
    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "DRILL_HOME": str(tmp_path / "home")}


@pytest.fixture
def command() -> list[str]:
    return [sys.executable, "-m", "drill"]


@pytest.fixture
def drill(env: dict[str, str], command: Sequence[str]) -> Callable[..., Said]:
    def run(*args: object, feed: str | bytes = b"") -> Said:
        data = feed.encode() if isinstance(feed, str) else feed
        done = subprocess.run(
            [*command, *map(str, args)],
            input=data,
            capture_output=True,
            env=env,
            timeout=120,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
