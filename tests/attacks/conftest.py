"""A runner under attack: canaries to touch, a live client, an honest submission to follow."""

import hashlib
import os
import site
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from drill.content.exercises import load_exercise
from drill.model.run import RunRequest, RunVerdict
from drill.runner.client import RunnerClient

TREE = Path(__file__).parents[2]
SECONDS = 1.5


@dataclass
class Field:
    """Where attacks are run."""

    client: RunnerClient
    home: Path
    scratch: Path
    folder: Path
    honest: str
    groups: tuple[str, ...]

    def fill(self, source: bytes) -> str:
        places = {
            b"@HOME@": self.home,
            b"@HIDDEN@": self.folder / "hidden.py",
            b"@SCRATCH@": self.scratch,
            b"@SITE@": Path(site.getsitepackages()[0]),
            b"@TREE@": TREE,
        }
        for mark, path in places.items():
            source = source.replace(mark, str(path).encode())
        return source.decode("utf-8", errors="surrogateescape")

    def run(self, source: str, trust: str = "own", seconds: float = SECONDS) -> RunVerdict:
        request = RunRequest.model_validate(
            {
                "slug": "lru-eviction",
                "source": source,
                "trust": trust,
                "folder": str(self.folder),
                "groups": self.groups,
                "seconds": seconds,
                "device": "cpu",
            }
        )
        return self.client.run(request)

    def run_honest(self, trust: str = "own") -> RunVerdict:
        return self.run(self.honest, trust, 20.0)

    def canaries(self) -> dict[str, str]:
        files = [path for path in sorted(self.home.rglob("*")) if path.is_file()]
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files} | {
            str(path): oct(path.stat().st_mode) for path in [*files, self.home]
        }

    def children(self) -> set[int]:
        """Return the processes that the zygote has now."""
        pid = self.client.info["pid"]
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return {int(number) for number in text.split()}


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Field]:
    home = tmp_path_factory.mktemp("home")
    (home / ".ssh").mkdir()
    (home / ".ssh" / "id_rsa").write_text("KEY", encoding="utf-8")
    (home / ".bashrc").write_text("# mine\n", encoding="utf-8")
    (home / "history.db").write_bytes(b"x")
    folder = TREE / "buggy_snippets" / "lru-eviction"
    exercise = load_exercise(folder)
    groups = tuple(group.name for group in exercise.sheet.groups)
    os.environ["SECRET_TOKEN"] = "hunter2-canary"  # noqa: S105  (a canary)
    client = RunnerClient([TREE / "buggy_snippets", home])
    client.wait_ready()
    scratch = tmp_path_factory.mktemp("scratch")
    yield Field(client, home, scratch, folder, exercise.fixed, groups)
    client.close()
    del os.environ["SECRET_TOKEN"]
