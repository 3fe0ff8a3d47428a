"""One warm runner for the whole folder, and a way to write small exercises."""

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from drill.model.run import RunRequest, RunVerdict
from drill.runner.client import RunnerClient

Run = Callable[..., RunVerdict]
HEAD = "from drill.runner.hidden import check\nimport torch\n"


@pytest.fixture(scope="session")
def client() -> Iterator[RunnerClient]:
    client = RunnerClient()
    client.wait_ready()
    yield client
    client.close()


@pytest.fixture
def judge(client: RunnerClient, tmp_path: Path) -> Run:
    """Judge a text by the given hidden checks (and world)."""

    def run(source: str, hidden: str, world: str | None = None, **fields: object) -> RunVerdict:
        text = HEAD + dedent(hidden)
        file = tmp_path / "hidden.py"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        if world is not None:
            (tmp_path / "world.py").write_text(dedent(world), encoding="utf-8")
        asked = {"slug": "small", "source": dedent(source), "folder": str(tmp_path), **fields}
        return client.run(RunRequest.model_validate(asked))

    return run


@pytest.fixture
def script(client: RunnerClient) -> Run:
    """Run a scratch script beside a text."""

    def run(own: str, source: str = "", **fields: object) -> RunVerdict:
        asked = {
            "slug": "small",
            "source": dedent(source),
            "target": "scratch",
            "own_source": dedent(own),
            **fields,
        }
        return client.run(RunRequest.model_validate(asked))

    return run
