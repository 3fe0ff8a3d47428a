"""What `pip install drill` brings is whole: the content is inside, and answers are graded."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this tree, without a network."""
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT],
        check=True,
        capture_output=True,
        timeout=200,
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_carries_the_content_and_nothing_stray(wheel: Path) -> None:
    """Every question file and exercise is inside; no test, cache or hidden file is."""
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("question_bank", "buggy_snippets"):
        here = {
            f"drill/_content/{path.relative_to(ROOT)}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and path.name[0] != "."
        }
        assert here
        assert here <= set(names)
    stray = [n for n in names if n.endswith((".pyc", "~")) or n.startswith("tests/")]
    assert stray == []


@pytest.mark.slow
def test_an_installed_wheel_grades_an_answer(wheel: Path, tmp_path: Path) -> None:
    """Installed elsewhere and run from there, it reads its own content, not this checkout's."""
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", site, wheel], check=True, capture_output=True, timeout=200)
    env = {**os.environ, "PYTHONPATH": str(site), "DRILL_HOME": str(tmp_path / "home")}

    def python(*args: str, stdin: str = "") -> str:
        done = subprocess.run(
            [sys.executable, *args],
            cwd=tmp_path,
            env=env,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = python("-c", "from drill import paths; print(paths.content_root())")
    assert where.strip() == str(site / "drill" / "_content")
    asked = '{"id": "a", "question": 14, "answer": "around 11"}\n'
    answer = json.loads(python("-m", "drill", "grade", "--json", stdin=asked))
    assert (answer["id"], answer["verdict"]) == ("a", "correct")
