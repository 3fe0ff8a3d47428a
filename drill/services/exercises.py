"""Exercises for one's own editor: list, show, start, run against the hidden checks, time."""

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from drill.content.exercises import exercise_folders, load_exercise
from drill.content.instances import instance
from drill.debugging.versions import changed_lines
from drill.errors import ContentError, RunnerError, UsageError
from drill.model.exercise import Exercise
from drill.model.run import Device, GroupResult, RunRequest, RunVerdict, Trust

_LONGEST = 1 << 20


class Runs(Protocol):
    """What runs code: warm, confined, one verdict per request."""

    start_ms: float

    def start(self) -> None: ...
    def wait_ready(self, seconds: float = 120.0) -> None: ...
    def run(self, request: RunRequest) -> RunVerdict: ...


class Benchmark(BaseModel):
    """Submit-to-verdict times of the reference on a warm runner."""

    model_config = ConfigDict(frozen=True)

    n: int
    p50_ms: float
    p95_ms: float
    min_ms: float
    start_ms: float
    """How long the runner took until it could take the first submission."""


class Exercises:
    """What the verbs of `drill exercise` and the fix screen ask for."""

    def __init__(self, roots: Sequence[Path], runner: Runs) -> None:
        self._roots = tuple(roots)
        self.runner = runner

    def all(self) -> tuple[Exercise, ...]:
        return tuple(load_exercise(folder) for folder in exercise_folders(self._roots))

    def sound(self) -> tuple[Exercise, ...]:
        """Read those that can be read: a broken one does not hide the others."""
        found = []
        for folder in exercise_folders(self._roots):
            with suppress(ContentError):
                found.append(load_exercise(folder))
        return tuple(found)

    def get(self, slug: str, number: int = 0) -> Exercise:
        """Read one exercise, whatever state the others are in; `number`: which instance."""
        for folder in exercise_folders(self._roots):
            if folder.name == slug:
                return instance(load_exercise(folder), number)
        known = ", ".join(folder.name for folder in exercise_folders(self._roots))
        raise UsageError(f"no exercise is named {slug!r}; there are: {known}")

    @staticmethod
    def page(exercise: Exercise) -> str:
        return contract_text(exercise)

    def start(self, slug: str, folder: Path | None, number: int = 0) -> Path:
        """Make a work folder with the broken code, the example and the contract."""
        exercise = self.get(slug, number)
        target = folder or Path.cwd() / slug
        files = {
            "broken.py": exercise.broken,
            "example.py": exercise.example,
            "CONTRACT.md": contract_text(exercise),
        }
        if taken := [name for name in files if (target / name).exists()]:
            raise UsageError(f"{target / taken[0]} is there already; name another folder")
        try:
            target.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                (target / name).write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{target} cannot be written: {error.strerror}") from error
        return target

    def request(
        self, exercise: Exercise, source: str, *, device: Device = "auto", trust: Trust = "own"
    ) -> RunRequest:
        """Ask for the hidden checks on one text."""
        return RunRequest(
            slug=exercise.slug,
            source=source,
            device=device,
            trust=trust,
            folder=exercise.folder,
            groups=tuple(group.name for group in exercise.sheet.groups),
            devices=exercise.sheet.devices,
            seconds=exercise.sheet.seconds,
        )

    def run(self, slug: str, files: Sequence[Path], device: Device) -> Iterator[RunVerdict]:
        """Judge files in their order on one warm runner."""
        exercise = self.get(slug)
        for file in files:
            if not file.is_file():
                raise UsageError(f"{file} is no file")
        self.runner.start()
        for file in files:
            source, why = read_code(file)
            if source is None:
                yield unreadable(exercise, why)
            else:
                yield self.runner.run(self.request(exercise, source, device=device))

    def bench(self, slug: str, times: int) -> Benchmark:
        """Time the reference; each submission finds a spare, as after a pause to think."""
        exercise = self.get(slug)
        request = self.request(exercise, exercise.fixed, device="cpu")
        taken = []
        for _ in range(times):
            self.runner.wait_ready()
            verdict = self.runner.run(request)
            if verdict.verdict == "could_not_run":
                raise RunnerError(verdict.reason)
            if verdict.verdict != "solved":
                raise ContentError(exercise.folder, f"the reference is {verdict.verdict}")
            taken.append(verdict.ms.total)
        taken.sort()
        return Benchmark(
            n=times,
            p50_ms=round(taken[(times - 1) // 2], 2),
            p95_ms=round(taken[math.ceil(0.95 * times) - 1], 2),
            min_ms=round(taken[0], 2),
            start_ms=round(self.runner.start_ms, 1),
        )


def line_counts(exercise: Exercise, code: Path) -> dict[str, int]:
    """Lines that a file, and the reference, change of the instance's broken code."""
    source, _ = read_code(code)
    return {
        "changed": changed_lines(exercise.broken, source or ""),
        "reference_changed": changed_lines(exercise.broken, exercise.fixed),
    }


def read_code(file: Path) -> tuple[str | None, str]:
    """Text of a submission, or None and why it cannot be one."""
    try:
        if file.stat().st_size > _LONGEST:
            return None, "the file is over 1 MiB"
        return file.read_bytes().decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return None, "the file is not UTF-8 text"
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error


def unreadable(exercise: Exercise, why: str) -> RunVerdict:
    groups = tuple(
        GroupResult(name=group.name, passed=False, symptom=why) for group in exercise.sheet.groups
    )
    return RunVerdict(
        slug=exercise.slug, target="hidden", verdict="unsolved", groups=groups, reason=why
    )


def contract_text(exercise: Exercise) -> str:
    """Story, interface and contract as a page."""
    sheet = exercise.sheet
    lines = [f"# {sheet.title}", "", sheet.story.strip(), "", "## Interface", ""]
    lines += [f"    {line}".rstrip() for line in sheet.api.strip().splitlines()]
    lines += ["", "## Contract", ""]
    lines += [f"- {' '.join(line.split())}" for line in sheet.contract]
    lines += ["", "## Symptom", "", sheet.symptom.strip(), ""]
    lines += [f"Time: {sheet.minutes} minutes. Judge it with:", ""]
    lines += [f"    drill exercise run {sheet.slug} --code broken.py", ""]
    return "\n".join(lines)
