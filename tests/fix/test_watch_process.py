"""`drill exercise watch` as a process: saved, killed, watched again, submitted."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SLUG = "lru-eviction"
ROOT = Path(__file__).resolve().parents[2]


class Watcher:
    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "drill", "exercise", "watch", "--json", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
            text=True,
            bufsize=1,
        )

    def news(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the watcher ended"
        return dict(json.loads(line))

    def verdict(self, target: str) -> str:
        """Read on until a run of that target has its verdict."""
        while True:
            news = self.news()
            if news.get("state") == "waiting" and news["says"].startswith(f"{target}:"):
                return str(news["verdict"])

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(10)

    def card(self) -> tuple[dict[str, Any], int]:
        while "card" not in (news := self.news()):
            pass
        return news["card"], self._process.wait(30)

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        if self._process.poll() is None:
            self.kill()


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "DRILL_HOME": str(tmp_path / "home")}


@pytest.fixture
def folder(tmp_path: Path, env: dict[str, str]) -> Path:
    made = tmp_path / "work"
    start = [sys.executable, "-m", "drill", "exercise", "start", SLUG, str(made)]
    subprocess.run(start, check=True, env=env, capture_output=True)
    return made


@pytest.fixture
def watchers() -> Iterator[list[Watcher]]:
    made: list[Watcher] = []
    yield made
    for one in made:
        one.close()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_saved_killed_watched_again_and_submitted(
    folder: Path, env: dict[str, str], watchers: list[Watcher]
) -> None:
    """The thought and the run from before the kill are on the card after it."""
    fixed = (ROOT / "buggy_snippets" / SLUG / "fixed.py").read_text()
    first = Watcher(folder, env)
    watchers.append(first)
    assert first.news()["state"] == "waiting"
    (folder / "broken.py").write_text((folder / "broken.py").read_text() + "\n# looking\n")
    assert first.verdict("example") == "unsolved"
    first.type("t the eviction check comes before the insert, so one too many stays")
    assert first.news()["says"].startswith("noted")
    (folder / "scratch.py").write_text(
        "from broken import InferenceCache\nprint(InferenceCache(1))\n"
    )
    assert first.verdict("scratch") == "held"
    first.kill()

    second = Watcher(folder, env)
    watchers.append(second)
    assert second.news()["state"] == "waiting"
    swap = folder / ".broken.py.swp"
    swap.write_text(fixed)
    swap.replace(folder / "broken.py")
    assert second.verdict("example") == "held"
    second.type("s")
    second.type("f")
    card, code = second.card()
    assert (card["fix"], card["solved"], code) == (20, True, 0)
    assert card["steps"]["parts"]["reproduce"]["points"] == 4
    assert card["steps"]["parts"]["hypothesis"]["points"] == 7
