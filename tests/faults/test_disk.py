"""A full disk, a folder that cannot be written: said, with a mend, and nothing lost."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from drill.errors import StoreError
from drill.services.views import SittingSpec
from tests.core_fakes import Desk

SCRIPT = Path(__file__).with_name("script.py")


def run(name: str, home: Path) -> dict[str, str]:
    """Run one fault; return its lines by their first word."""
    done = subprocess.run(
        [sys.executable, SCRIPT, name, home],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    return {word: rest for word, _, rest in lines}


def test_a_file_that_cannot_grow_loses_nothing(tmp_path: Path) -> None:
    """The write fails with a mend; after it the same key works and all answers are there."""
    said = run("limited", tmp_path / "home")
    assert "Free some space, then press the key again" in said["FULL"]
    assert said["AFTER"] == "reviewing correct"
    assert said["WHOLE"].startswith("True")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 1 MB, where the machine lets us."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1000k", "tmpfs", disk],
        capture_output=True,
        check=False,
    )
    if made.returncode != 0:
        pytest.skip("needs the right to mount")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_loses_nothing(small_disk: Path) -> None:
    """The same on a file system that is really full."""
    said = run("small_disk", small_disk / "home")
    assert "Free some space, then press the key again" in said["FULL"]
    assert said["AFTER"] == "reviewing correct"
    assert said["WHOLE"].startswith("True")


def test_the_text_stays_in_the_box_when_a_write_fails(desk: Desk) -> None:
    """After a failed submit the draft and the clock are as before, and typing goes on."""
    practice = desk.practice
    practice.start(SittingSpec(mode="grill"))
    practice.draft("ri")
    desk.log._opened.execute("PRAGMA max_page_count = 1")  # type: ignore[union-attr]
    with pytest.raises(StoreError, match="full"):
        practice.submit("right " + "x" * 100_000)
    practice.draft("right")
    view = practice.view()
    assert (view.phase, view.draft) == ("answering", "right")
    desk.log._opened.execute("PRAGMA max_page_count = 100000")  # type: ignore[union-attr]
    shown = practice.submit("right").review
    assert shown is not None
    assert shown.verdict == "correct"


def test_a_home_that_cannot_be_made_names_the_mend(tmp_path: Path) -> None:
    """A file where the folder should be: the error names the place and `DRILL_HOME`."""
    (tmp_path / "home").write_text("in the way")
    desk = Desk(tmp_path / "home")
    with pytest.raises(StoreError, match="DRILL_HOME"):
        desk.practice.start(SittingSpec(mode="grill"))


@pytest.mark.parametrize("with_history", [True, False])
def test_a_read_only_home_names_the_mend(tmp_path: Path, with_history: bool) -> None:
    """A home that cannot be written is refused with a mend, and the history stays as it is."""
    home = tmp_path / "home"
    home.mkdir()
    history = home / "history.db"
    if with_history:
        desk = Desk(home)
        desk.practice.start(SittingSpec(mode="grill"))
        desk.answer("right")
        desk.log.close()
    before = history.read_bytes() if with_history else b""
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    for file in home.rglob("*"):
        file.chmod(0o555 if file.is_dir() else 0o444)
    home.chmod(0o555)
    try:
        said = run("no_rights", home)
    finally:
        home.chmod(0o755)
    assert "DRILL_HOME" in said["REFUSED"]
    assert (history.read_bytes() if with_history else b"") == before
