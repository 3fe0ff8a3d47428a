"""Hostile submissions: none forged, nothing touched, nothing left, the next honest run solved."""

import os
import time
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from drill.runner.client import RunnerClient

if TYPE_CHECKING:
    from tests.attacks.conftest import Field


CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.py"))
OUTSIDE = Path(os.environ.get("DRILL_ATTACKS", "/nonexistent"))
ALL = [*CORPUS, *sorted(OUTSIDE.glob("*.py"))]
CONTAINED = {"unsolved", "timeout", "crashed", "out_of_memory"}


def test_the_corpus_is_large() -> None:
    """At least forty hostile submissions of our own are tried."""
    assert len(CORPUS) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("file", ALL, ids=lambda file: file.stem)
def test_contained(field: "Field", file: Path) -> None:
    """A hostile submission earns no pass, touches nothing, and leaves nothing behind."""
    before = field.canaries()
    field.client.wait_ready()
    verdict = field.run(field.fill(file.read_bytes()))
    assert verdict.verdict in CONTAINED, verdict
    assert verdict.fix_points == 0
    assert "ESCAPED" not in verdict.output, verdict.output
    assert verdict.ms.run <= verdict.limit_ms + 100
    said = verdict.model_dump_json()
    assert "hunter2" not in said
    assert "KEY" not in verdict.output.replace("KEYS", "")
    shown = [verdict.output, verdict.reason, *(group.symptom or "" for group in verdict.groups)]
    for text in shown:
        assert not [c for c in text if unicodedata.category(c)[0] == "C" and c not in "\n\t"]
    assert field.canaries() == before
    assert not list(field.scratch.iterdir())
    assert not [name for name in os.listdir("/dev/shm") if "left" in name]  # noqa: PTH208, S108
    honest = field.run_honest()
    assert honest.verdict == "solved", honest


def test_the_world_cannot_be_imported_and_patched(field: "Field") -> None:
    """A cache without a lock does not pass by replacing the thread games of world.py."""
    file = Path(__file__).parent / "corpus" / "nearly" / "patch_world_threads.py"
    verdict = field.run(field.fill(file.read_bytes()))
    assert verdict.verdict == "unsolved"
    assert [group.name for group in verdict.groups if not group.passed] == ["scale"]


def test_nothing_lives_on(field: "Field") -> None:
    """A second after the last submission only spares are left of all processes."""
    field.run("import time\ntime.sleep(99)\n")
    end = time.monotonic() + 3
    field.client.wait_ready()
    while len(field.children()) > 2 and time.monotonic() < end:
        time.sleep(0.05)
    assert len(field.children()) <= 2


def test_a_partner_is_refused_without_a_layer(field: "Field") -> None:
    """With any one layer taken away a partner's code is not run at all."""
    for layer in ("rlimits", "no_new_privs", "landlock", "seccomp"):
        client = RunnerClient(without=[layer])
        weak = replace(field, client=client)
        try:
            verdict = weak.run("print('ESCAPED')\n", trust="partner")
            assert verdict.verdict == "refused", (layer, verdict)
            assert layer in verdict.reason
            assert "ESCAPED" not in verdict.output
            own = weak.run_honest()
            assert own.verdict == "solved", (layer, own)
            assert layer in own.notice
        finally:
            client.close()


def test_a_partner_is_run_within_whole_walls(field: "Field") -> None:
    """With every layer in place a partner's code is judged like one's own."""
    assert field.run_honest("partner").verdict == "solved"
