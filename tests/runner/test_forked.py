"""What a fork leaves behind in torch is mended before a candidate's threads can meet it."""

import mmap
import os
import select
from typing import TYPE_CHECKING

import pytest

from drill.runner import prime
from drill.runner.spare import end, fork_candidate

if TYPE_CHECKING:
    from tests.runner.conftest import Run

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked here")

THREADS = """
import sys, threading, torch
sys.setswitchinterval(1e-6)
seen = []
def inner():
    try:
        seen.append(torch.randperm(40).sum().item())
    except RuntimeError as error:
        seen.append(str(error))
def outer():
    threads = [threading.Thread(target=inner) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
threads = [threading.Thread(target=outer) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert seen == [780] * 24, [one for one in seen if one != 780]
"""


def test_a_candidate_mends_torchs_threads_before_it_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left alone, two first threads of a right fix could meet the missing pool and raise."""
    told = mmap.mmap(-1, 1)  # shared with what is forked

    def noted() -> None:
        told[0] = 1

    monkeypatch.setattr(prime, "mend_threads", noted)
    forked = fork_candidate(None, device="cpu", bonus=False)
    try:
        assert select.select([forked.wire], [], [], 30)[0], "the candidate never said it is ready"
        assert os.read(forked.wire, 1) != b"", "the candidate ended"
        assert told[0] == 1
    finally:
        end(forked.pid)
        forked.hand_over()


def test_first_threads_of_fresh_candidates_use_torch_at_once(script: "Run") -> None:
    """Each of several candidates starts many threads whose first step is an operation of torch."""
    for _ in range(6):
        ran = script(THREADS)
        assert ran.verdict == "held", ran.reason
