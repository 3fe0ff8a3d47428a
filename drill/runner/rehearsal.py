"""What a spare does while it waits: a run in miniature, and the reading of the likely exercise."""

import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import torch

from drill.errors import ContentError
from drill.model.run import GroupResult, RunRequest, RunVerdict, Timing
from drill.runner.confine.system import trim
from drill.runner.hidden import foresee
from drill.runner.session import Session
from drill.runner.toolkit import Candidate, Toolkit


def rehearse(session: Session) -> None:
    """Cross the wire in every usual way: the pages that a run touches are then at hand."""
    module = session.ask("warm", keep=True)
    tools = Toolkit(Candidate(session, module, module), 1, "cpu", lambda: tools._home)  # noqa: SLF001
    thing = tools.candidate.Thing(torch.ones(2))
    tools.batch(thing, [("same", [key]) for key in ("a", 1, 2.0, None, (1, "b"), [1], {"k": 2})])
    tools.close(tools.candidate.twice(torch.ones(2)), torch.full((2,), 2.0))
    tools.candidate.twice(np.ones(2))
    tools.candidate.called(lambda value: value == 1, 1)
    tools.candidate.called(lambda value: [value, True], 1)
    tools.raises(ValueError, tools.candidate.fails, 1)
    tools.same(tools.keep([1]), tools.call_kept(tools.candidate.twice, 1))
    tools.candidate.threads(2)
    tools.candidate.many(2)
    _ = [len(thing), "a" in thing, thing.lock, list(tools.candidate.pairs(9))]
    tools.rng.sample(range(9), 2)
    _verdict()


def _verdict() -> None:
    request = RunRequest.model_validate({"slug": "x", "source": "", "groups": ["fault"]})
    group = GroupResult(name="fault", passed=True)
    verdict = RunVerdict.model_validate(
        {"slug": request.slug, "target": "hidden", "verdict": "solved", "groups": (group,)}
        | {"ms": Timing(wait=0.0, run=0.0, total=time.monotonic())}
    )
    verdict.model_copy(update={"device": "cpu"}).model_dump_json()


def read_ahead(session: Session, folder: Path) -> None:
    """Compile what the next request will most likely need; nothing of it runs, none of it leaves.

    The candidate was forked before this: it is given the world's text, which it may see.
    """
    hidden, world = folder / "hidden.py", folder / "world.py"
    with suppress(OSError, ContentError, UnicodeError):
        foresee(hidden.read_text(encoding="utf-8"), str(hidden))
        if world.exists():
            session.ask("foresee", world.read_text(encoding="utf-8"))
    trim()  # the compiler's trees
