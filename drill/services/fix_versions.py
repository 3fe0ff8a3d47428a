"""The versions of the code that were run, for walking back and forth."""

from drill.debugging.versions import changed_lines
from drill.model.exercise import Exercise
from drill.model.steps import Ran, Submitted
from drill.services.fix_session import Record, text_sha
from drill.services.fix_views import Version


def versions_of(record: Record, exercise: Exercise, current: str) -> tuple[Version, ...]:
    green = _green(record)
    here = text_sha(current)
    return tuple(
        Version(
            sha=sha,
            t=record.seen_at.get(sha, 0.0),
            number=number,
            changed=changed_lines(exercise.broken, text),
            green=sha in green,
            current=sha == here,
        )
        for number, (sha, text) in enumerate(record.texts.items())
    )


def _green(record: Record) -> set[str]:
    """Return the hashes of versions for which a full run or a submission held."""
    held: set[str] = set()
    for step, raw in zip(record.steps, record.raw, strict=True):
        full = isinstance(step, Ran) and not step.failed and step.target != "scratch"
        if full or (isinstance(step, Submitted) and step.verdict == "solved"):
            held.add(str(raw.get("sha")))
    return held
