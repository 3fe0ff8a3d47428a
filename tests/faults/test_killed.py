"""kill -9 at any moment: what was shown, and what was typed a second ago, is there afterwards."""

import subprocess
import sys
from pathlib import Path

import pytest

PLAYER = Path(__file__).with_name("killing.py")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_nothing_shown_is_lost_at_fifty_random_moments(tmp_path: Path, seed: int) -> None:
    """Four times fifty kills: every shown verdict, every older draft, the clock, and going on."""
    done = subprocess.run(
        [sys.executable, PLAYER, tmp_path / "home", "50", str(seed)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.stdout.split() == ["moments", "50"], done.stdout + done.stderr
