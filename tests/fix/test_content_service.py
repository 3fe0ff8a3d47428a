"""What `drill content` promises to authors of exercises."""

import json
import shutil
from pathlib import Path

import pytest

from drill.content.bank import load_bank
from drill.content.check_bank import Problem
from drill.paths import bank_folder
from drill.runner.client import RunnerClient
from drill.services.content_check import ContentCheck
from drill.services.content_new import new_exercise


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """Give a bank with the shared concepts alone: its questions are proved elsewhere."""
    folder = tmp_path / "bank"
    folder.mkdir()
    shutil.copy(bank_folder() / "lexicon.yaml", folder)
    load_bank([folder])
    return folder


def problems(bank: Path, exercises: Path) -> list[Problem]:
    check = ContentCheck(
        banks=[bank],
        exercises=[exercises],
        runner=lambda spares: RunnerClient([exercises], spares=spares),
    )
    return [one for one in check.check() if str(exercises) in one.file]


@pytest.mark.slow
def test_a_new_exercise_is_sound_and_a_spoilt_one_is_not(tmp_path: Path, bank: Path) -> None:
    """What `content new` writes passes; a wrong fix that is right and a stray file do not."""
    pack = tmp_path / "pack"
    folder = new_exercise("count-on", pack)
    assert problems(bank, pack) == []
    (folder / "fixes" / "wrong_two.py").write_text(
        "# no longer\ndef answer(x):\n    return x + 1\n"
    )
    (folder / "notes.txt").write_text("stray")
    found = {Path(one.file).name: one for one in problems(bank, pack)}
    assert set(found) == {"wrong_two.py", "notes.txt"}
    assert "passes" in found["wrong_two.py"].problem
    assert str(found["notes.txt"]).startswith(str(folder))


@pytest.mark.slow
def test_mutants_tell_what_no_check_notices(tmp_path: Path, bank: Path) -> None:
    """A check taken out: the change it would have noticed is a problem until it is argued."""
    pack = tmp_path / "pack"
    new_exercise("count-on", pack)
    check = ContentCheck(
        banks=[bank],
        exercises=[pack],
        runner=lambda spares: RunnerClient([pack], spares=spares),
    )
    (whole,) = check.mutants()
    assert (whole.slug, whole.survived, whole.problems) == ("count-on", (), ())
    assert whole.noticed == whole.of >= 3
    hidden = pack / "count-on" / "hidden.py"
    blunt = hidden.read_text().replace("== 2", "is not None").replace("== 0", "is not None")
    hidden.write_text(blunt)
    (gap,) = check.mutants()
    assert 0 < len(gap.survived) == gap.of - gap.noticed == len(gap.problems)
    assert all(one.startswith("fixed.py:2: ") for one in gap.survived)
    was, now = gap.survived[0].removeprefix("fixed.py:2: ").split("  ->  ")
    reasons = pack / "count-on" / "mutants.yaml"
    reasons.write_text(json.dumps([{"was": was, "now": [now, "return 9"], "why": "a test"}]))
    (argued,) = check.mutants()
    assert argued.argued == 1
    assert argued.survived == gap.survived[1:]
    assert [one.problem for one in argued.problems if one.file == str(reasons)] == [
        f"{was}  ->  return 9 does not pass"
    ]
