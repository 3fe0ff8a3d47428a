"""What is handed over lies where only the trainer and the judge look."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from drill.runner.envelope import Envelope, reply, unseal


def test_there_and_back() -> None:
    """What was put in is read at the address, and the reply, shorter or longer, takes its place."""
    with closing(Envelope({"source": "x = '\ud800'"})) as envelope:
        assert unseal(envelope.address) == {"source": "x = '\ud800'"}
        for text in ("[1]", '{"verdict": "solved"}'):
            reply(envelope.address, text)
        assert envelope.open() == {"verdict": "solved"}


def test_nothing_is_left() -> None:
    """A closed envelope takes its descriptor and its content with it."""
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  (counted)
    envelope = Envelope([1])
    assert Path(envelope.address).exists()
    envelope.close()
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208  (counted)
    with pytest.raises(OSError, match="No such file"):
        unseal(envelope.address)
