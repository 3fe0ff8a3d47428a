"""From a request to its verdict, whatever happens on the way."""

import os
import time
from pathlib import Path
from typing import Any, Protocol

from drill.errors import DrillError
from drill.model.run import (
    Failure,
    GroupResult,
    LocalValue,
    Outcome,
    RunRequest,
    RunVerdict,
    Timing,
    fix_points,
)
from drill.runner.confine.names import LAYERS, missing
from drill.runner.frames import Closed
from drill.runner.hidden import collect
from drill.runner.judging import Deadline, Judge, Spawned, Tally, Task, alarm, clean, outside_seed
from drill.runner.limits import MAX_SOURCE
from drill.runner.output import visible
from drill.runner.session import Gone, Violation


class Refused(Exception):  # noqa: N818  (an answer, not an error of ours)
    """A layer is missing and the code is a stranger's."""


class Bench(Protocol):
    """Where candidates come from, and what is known of them."""

    state: dict[str, str]
    """Layer to an empty text, or to why it does not hold."""
    trust: str

    def spawn(self, device: str) -> Spawned: ...
    def printed(self) -> str: ...


def refuse(state: dict[str, str], trust: str) -> None:
    """Raise where a partner's code would run without a wall."""
    if trust == "partner" and (lacking := missing(state)):
        name, why = next(iter(lacking.items()))
        raise Refused(f"{name} cannot be set: {why}")


def timed(bench: Bench, order: dict[str, Any]) -> RunVerdict:
    """Return the verdict with its times; `sent` is on the clock that all processes share."""
    start = time.monotonic()
    verdict = answer(bench, order, start)
    ms = 1000 * (time.monotonic() - start)
    wait = 1000 * max(0.0, start - float(order["sent"]))
    timing = Timing(wait=round(wait, 2), run=round(ms, 2), total=round(wait + ms, 2))
    return verdict.model_copy(update={"ms": timing})


def answer(bench: Bench, order: dict[str, Any], start: float) -> RunVerdict:
    """Return the verdict on one request, whatever happens on the way."""
    request = RunRequest.model_validate(order["request"])
    scale = float(order["scale"])
    seconds = request.seconds * scale
    bench.trust = request.trust
    seed = int.from_bytes(os.urandom(4), "little") if request.seed is None else request.seed
    base = {
        "slug": request.slug,
        "target": request.target,
        "seed": seed,
        "limit_ms": 1000 * seconds,
        "device": "+".join(order["devices"]),
    }
    try:
        if len(request.source.encode(errors="replace")) > MAX_SOURCE:
            parts: dict[str, Any] = {"verdict": "unsolved", "reason": "the file is over 1 MiB"}
        elif request.target == "hidden":
            parts = _judge(bench, request, order, seed, seconds - (time.monotonic() - start))
        else:
            parts = _script(bench, request, seed, seconds)
    except Refused as refusal:
        parts = {"verdict": "refused", "reason": str(refusal)}
    except DrillError as error:
        parts = {"verdict": "could_not_run", "reason": clean(str(error))}
    except (Gone, Violation, Closed, OSError, ValueError, KeyError) as error:
        parts = {"verdict": "could_not_run", "reason": clean(f"{type(error).__name__}: {error}")}
    held = tuple(name for name in LAYERS if bench.state.get(name, "not set") == "")
    lacking = missing(bench.state)
    notice = ""
    if lacking:
        notice = "Not fully confined here: " + "; ".join(f"{k} ({v})" for k, v in lacking.items())
    shown = {"confinement": held, "notice": notice, "output": bench.printed()}
    return RunVerdict.model_validate(base | shown | parts)


def _judge(
    bench: Bench, request: RunRequest, order: dict[str, Any], seed: int, seconds: float
) -> dict[str, Any]:
    folder = Path(request.folder)
    world = folder / "world.py"
    first = bench.spawn(order["devices"][0])
    hidden = folder / "hidden.py"
    task = Task(
        source=request.source,
        world=world.read_text(encoding="utf-8") if world.exists() else None,
        collect=lambda: collect(hidden.read_text(encoding="utf-8"), str(hidden)),
        groups=request.groups,
        seed=seed,
        devices=tuple(order["devices"]),
        seconds=seconds,
        scale=float(order["scale"]),
        thorough=request.thorough,
    )
    spares = [first]
    judge = Judge(task, lambda device: spares.pop() if spares else bench.spawn(device))
    return _summary(judge.run(), judge.groups)


def _summary(tally: Tally, names: tuple[str, ...]) -> dict[str, Any]:
    groups = tuple(
        GroupResult(name=name, passed=name not in tally.broken, symptom=tally.broken.get(name))
        for name in names
    )
    return {
        "verdict": tally.verdict,
        "groups": groups,
        "fix_points": fix_points(groups),
        "failed_check": tally.first,
        "reason": tally.reason,
        "tightest": tally.tightest,
    }


def _script(bench: Bench, request: RunRequest, seed: int, seconds: float) -> dict[str, Any]:
    """Run an example, an own test or a scratch script beside the candidate's code."""
    text = request.own_source
    if text is None:
        text = (Path(request.folder) / "example.py").read_text(encoding="utf-8")
    one = bench.spawn("cpu")
    why: tuple[Outcome, str]
    try:
        with alarm(seconds):
            one.session.ask("seed", outside_seed(seed))
            said = one.session.ask("script", request.target, text, request.source)
        return _said(said)
    except Deadline:
        why = "timeout", f"not done after {seconds:.2g} s"
    except Gone:
        reason = one.end()
        why = ("out_of_memory" if "memory" in reason else "crashed"), reason
    except Violation as broken:
        why = "crashed", clean(f"the code interfered with the runner ({broken})")
    except Exception as error:  # noqa: BLE001  (the driver's own failure is the script's)
        why = "crashed", clean(f"{type(error).__name__}: {error}")
    return {"verdict": why[0], "reason": why[1]}


def _said(said: Any) -> dict[str, Any]:
    """Say what the candidate's process reports of a script: shown, never believed."""
    if type(said) is not dict or said.get("failed") not in (True, False):
        return {"verdict": "crashed", "reason": "the code interfered with the runner"}
    if not said["failed"]:
        return {"verdict": "held"}
    line = said.get("line")
    rows = said.get("locals")
    rows = rows if type(rows) is list else []
    failure = Failure(
        error=clean(str(said.get("error", "")), 100),
        message=visible(str(said.get("message", "")))[:400],
        file=clean(str(said.get("file", "")), 40),
        line=line if type(line) is int else None,
        traceback=visible(str(said.get("traceback", "")))[:8000],
        locals=tuple(
            LocalValue(name=clean(str(row[0]), 80), value=visible(str(row[1]))[:200])
            for row in rows[:24]
            if type(row) is tuple and len(row) == 2  # noqa: PLR2004
        ),
    )
    kind = "out_of_memory" if failure.error == "MemoryError" else "unsolved"
    first = clean(f"{failure.error}: {failure.message}" if failure.message else failure.error)
    return {"verdict": kind, "failure": failure, "reason": first}
