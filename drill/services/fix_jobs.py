"""Runs of an exercise: what is asked of the runner, and the step event that its verdict becomes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from drill.debugging.code import (
    api_changed,
    has_probe,
    is_probe_script,
    is_smaller,
    names_of_tests,
    only_test,
    residue,
)
from drill.debugging.unreadable import Unreadable, unreadable
from drill.debugging.versions import changed_lines
from drill.model.exercise import Exercise, Fix
from drill.model.run import Device, RunRequest, RunVerdict
from drill.model.steps import Target
from drill.services.fix_session import Texts, text_sha


class Runs(Protocol):
    """What runs code: blocking, one verdict per request, from any thread."""

    def run(self, request: RunRequest) -> RunVerdict: ...


JobKind = Literal["run", "submit", "close"]


@dataclass
class Job:
    """Work for the runner. `run` blocks and may be called on any thread; then `Fix.record` it."""

    kind: JobKind
    sha: str
    """The version of the code it is about."""
    requests: Sequence[RunRequest]
    runs: Runs
    target: Target | Literal["hidden"] = "hidden"
    fields: dict[str, Any] = field(default_factory=dict)
    """Fields of the step event that are known before the verdict."""
    expecting: tuple[str, str] | None = None
    """A hypothesis, and what this run should show if it is true: written before it began."""
    reason: Literal["solved", "time", "abandoned"] | None = None
    """Why the exercise closes, for the kind `close`."""
    names: Sequence[str] = ()
    """What each request is about, for the judging of own tests."""
    verdicts: list[RunVerdict] = field(default_factory=list)
    sitting: str = ""
    """The exercise it belongs to: what comes back after that was left is dropped."""
    unreadable: Unreadable | None = None
    """Why there is nothing to hand in: a text that is no Python is no submission."""
    last: "Job | None" = None
    """The submission that the end of the time makes of what stands in the editor."""

    def run(self) -> None:
        """Run all requests; a cancelled one comes back as could_not_run."""
        if self.last is not None:
            self.last.run()
        self.verdicts[:] = [self.runs.run(request) for request in self.requests]


def run_job(
    exercise: Exercise, texts: Texts, target: Target, runs: Runs, device: Device, only: str | None
) -> Job:
    """Ask for the example, the own tests or the scratch file beside the code."""
    disguised = exercise.example if exercise.instance else None
    script = {"example": disguised, "own": texts.own, "scratch": texts.scratch}[target]
    if only is not None and script is not None:
        script = only_test(script, only)
    alone = target == "own" and (only is not None)
    probe = has_probe(exercise.broken, texts.source) or alone
    if target == "scratch":
        probe = probe or is_probe_script(texts.scratch)
    smaller = (
        script is not None
        and (target == "scratch" or alone)
        and is_smaller(exercise.example, script)
    )
    request = RunRequest(
        slug=exercise.slug,
        source=texts.source,
        target=target,
        own_source=script,
        device=device,
        folder=exercise.folder,
        seconds=exercise.sheet.seconds,
    )
    fields = {"target": target, "probe": probe, "smaller": smaller}
    return Job("run", text_sha(texts.source), [request], runs, target, fields)


def submit_job(exercise: Exercise, source: str, request: RunRequest, runs: Runs) -> Job:
    """Ask for the hidden checks; a text that cannot be read is asked nothing."""
    slip = unreadable(source)
    if slip is not None:
        return Job("submit", text_sha(source), [], runs, unreadable=slip)
    fields = {
        "changed": changed_lines(exercise.broken, source),
        "reference_changed": changed_lines(exercise.broken, exercise.fixed),
        "residue": residue(exercise.broken, source),
        "api_changed": api_changed(exercise.broken, exercise.fixed, source),
    }
    return Job("submit", text_sha(source), [request], runs, "hidden", fields)


def close_job(exercise: Exercise, texts: Texts, runs: Runs, fixes: Sequence[Fix]) -> Job:
    """Ask for the own tests on the reference and on each known wrong fix."""
    own, sha = texts.own, text_sha(texts.source)
    if not names_of_tests(own) and "assert" not in own:
        return Job("close", sha, [], runs)
    wrong = [fix for fix in fixes if not fix.right]
    sources = [exercise.fixed, *(fix.source for fix in wrong)]
    requests = [
        RunRequest(
            slug=exercise.slug,
            source=source,
            target="own",
            own_source=own,
            device="cpu",
            folder=exercise.folder,
            seconds=exercise.sheet.seconds,
        )
        for source in sources
    ]
    names = ["", *(fix.says.removeprefix("wrong:").strip() for fix in wrong)]
    return Job("close", sha, requests, runs, "own", names=names)


def ran_fields(job: Job, verdict: RunVerdict) -> dict[str, Any] | None:
    """Return the fields of `ran`, None where our side could not run it."""
    if verdict.verdict in {"could_not_run", "refused"}:
        return None
    failed = verdict.failed
    error = None
    if failed:
        error = verdict.failure.error if verdict.failure else verdict.verdict
    says = verdict.reason or (verdict.failure.message if verdict.failure else "")
    return {
        **job.fields,
        "failed": failed,
        "error": error,
        "sha": job.sha,
        "says": says[:200],
        "waited": verdict.ms.wait / 1000,
    }


def submitted_fields(job: Job, verdict: RunVerdict) -> dict[str, Any]:
    held = [group.name for group in verdict.groups if group.passed]
    outcome = "unsolved" if verdict.verdict == "held" else verdict.verdict
    return {
        **job.fields,
        "verdict": outcome,
        "groups_passed": len(held),
        "groups": len(verdict.groups),
        "held": held,
        "sha": job.sha,
        "fix_points": verdict.fix_points,
        "says": verdict.reason[:200],
        "waited": verdict.ms.wait / 1000,
    }


def own_test_fields(job: Job, verdicts: Sequence[RunVerdict]) -> dict[str, Any] | None:
    """Return the fields of `own_test`, None when there was none or it could not be run."""
    if not verdicts or any(one.verdict in {"could_not_run", "refused"} for one in verdicts):
        return None
    reference, *wrong = verdicts
    holds = not reference.failed
    caught = [name for name, one in zip(job.names[1:], wrong, strict=True) if one.failed]
    missed = [name for name, one in zip(job.names[1:], wrong, strict=True) if not one.failed]
    return {
        "holds_on_fixed": holds,
        "caught": len(caught) if holds else 0,
        "of": len(wrong),
        "caught_names": caught if holds else [],
        "missed_names": missed if holds else [*caught, *missed],
    }
