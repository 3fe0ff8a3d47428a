"""Content of others: a folder given by `--pack`, and a package with an entry point."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from drill.content.exercises import exercise_folders
from drill.services.content_new import new_exercise

QUESTION = """questions:
  - id: q99
    number: 99
    topic: D
    concepts: [loss_scale]
    kind: fact
    prompt: "Which format needs loss scaling?"
    seconds: 15
    reference: "FP16 needs it."
    spoken: "FP16, because small gradients underflow."
    hints: ["Sixteen bits."]
    points:
      - {id: half, says: FP16, wordings: ["(fp16|float16|half)"]}
    examples:
      earns: ["fp16", "float16 does", "half precision"]
      earns_not: ["float32", "float64", "double precision", "none of them", "int8"]
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Lay out a folder on the path with an installed package that is a pack."""
    pack = tmp_path / "site" / "pack_of_a_friend"
    (pack / "question_bank").mkdir(parents=True)
    (pack / "__init__.py").write_text('raise RuntimeError("code of a pack is not run")\n')
    (pack / "question_bank" / "friend.yaml").write_text(QUESTION)
    new_exercise("one-more", pack / "buggy_snippets")
    info = tmp_path / "site" / "pack_of_a_friend-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pack-of-a-friend\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[drill.packs]\nfriend = pack_of_a_friend\n")
    return tmp_path / "site"


def drill(*args: str, site: Path | None = None, home: Path, feed: str = "") -> str:
    env = {**os.environ, "DRILL_HOME": str(home)}
    if site is not None:
        env["PYTHONPATH"] = str(site)
    done = subprocess.run(
        [sys.executable, "-m", "drill", *args],
        input=feed,
        capture_output=True,
        text=True,
        env=env,
        check=False,
        timeout=120,
    )
    return done.stdout + done.stderr


def test_an_installed_package_brings_questions_and_exercises(site: Path, tmp_path: Path) -> None:
    """The entry point is enough: its question is graded, its exercise listed, its code not run."""
    line = json.dumps({"id": 1, "question": "99", "answer": "float16"})
    said = drill("grade", "--json", site=site, home=tmp_path, feed=line)
    assert json.loads(said)["verdict"] == "correct"
    assert "one-more" in drill("exercise", "list", site=site, home=tmp_path)
    assert "one-more" not in drill("exercise", "list", home=tmp_path)


def test_a_folder_is_a_pack(site: Path, tmp_path: Path) -> None:
    """`--pack DIR` does the same for a folder, and its exercise is proved by the content check."""
    pack = str(site / "pack_of_a_friend")
    line = json.dumps({"id": 1, "question": "99", "answer": "float32"})
    said = drill("grade", "--json", "--pack", pack, home=tmp_path, feed=line)
    assert json.loads(said)["verdict"] == "incorrect"
    proved = drill("content", "check", "--pack", pack, "--only", "one-more", home=tmp_path)
    assert "one-more" not in proved or "mend" not in proved


def test_an_entry_point_to_nowhere_says_how_to_mend_it(site: Path, tmp_path: Path) -> None:
    """A pack whose package is gone is named, with what to do."""
    info = site / "pack_of_a_friend-1.0.dist-info" / "entry_points.txt"
    info.write_text("[drill.packs]\nfriend = gone_package\n")
    said = drill("exercise", "list", site=site, home=tmp_path)
    assert "gone_package" in said
    assert "reinstall or remove" in said


def test_questions_are_no_exercise(site: Path) -> None:
    """A pack keeps its exercises at its top or in `buggy_snippets`; questions lie beside them."""
    pack = site / "pack_of_a_friend"
    assert [folder.name for folder in exercise_folders([pack])] == ["one-more"]
    new_exercise("at-the-top", site / "flat")
    (site / "flat" / "question_bank").mkdir()
    assert [folder.name for folder in exercise_folders([site / "flat"])] == ["at-the-top"]
