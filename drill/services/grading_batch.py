"""Grading of many answers: lines in, lines out, in order and in constant memory.

Small inputs are graded here; only when a pool of processes would pay is one started. A reader
that hands over an empty chunk says "nothing more is waiting": everything in flight is then
finished and given out, so that a program that waits for its answer gets it.
"""

import json
import multiprocessing
import os
import sys
from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from drill.content.bank import load_bank
from drill.errors import ContentError, UsageError
from drill.grading import GRADER, grade, grade_bare, grade_long
from drill.model.grade import Grade
from drill.model.question import LongItem, Question
from drill.paths import bank_folder, installed_packs

ALONE = 512
"""Lines graded in this process before a pool is started: less than its start-up costs."""
BATCH = 64
"""Lines handed to a worker at once: the pipe costs little, an interruption loses little."""
AHEAD = 3
"""Batches in flight for each worker: no worker waits, and memory stays constant."""
LONGEST_LINE = 1_000_000
"""Bytes of a line that are still read as one: longer ones are an error, not a memory."""


_Batch = list[tuple[int, bytes]]
"""Numbered lines that one worker grades at once."""


class Questions(Protocol):
    """The part of the bank that grading needs."""

    @property
    def version(self) -> str: ...

    def get(self, key: str) -> Question | LongItem: ...


def load_questions(packs: Sequence[Path] = ()) -> Questions:
    """Load the question bank, here or in a worker process."""
    return load_bank([bank_folder(), *packs, *installed_packs()])


def find(bank: Questions, key: str) -> Question | LongItem:
    """Return the item of that number or id."""
    try:
        return bank.get(key)
    except (KeyError, ContentError) as error:
        raise UsageError(f"no such question: {key!r} (1-50, S-A to S-H, L1 to L5)") from error


@dataclass(frozen=True)
class Line:
    """One graded line, ready to be printed."""

    text: str
    """JSON without the line end."""
    failed: bool
    """It carries an `error` instead of a verdict."""


@dataclass(frozen=True)
class _Asked:
    """One line of input, parsed."""

    id: str | int | float | None
    answer: str
    question: str | None
    prompt: str
    reference: str


class _BadLineError(ValueError):
    """The line cannot be graded; the message says why."""


class LineGrader:
    """Grades one line of JSON; it never raises for what a line holds."""

    def __init__(self, bank: Questions) -> None:
        self._bank = bank

    def line(self, raw: bytes, number: int) -> Line:
        data: Any = None
        try:
            data = _parse(raw)
            asked = _asked(data)
            record = {"id": asked.id, **self._graded(asked)}
        except _BadLineError as error:
            return _failed(data, number, str(error))
        except Exception as error:  # noqa: BLE001 - one line must not cost the other million
            return _failed(data, number, f"the grader broke: {type(error).__name__}: {error}")
        return _line(record, failed=False)

    def _graded(self, asked: _Asked) -> dict[str, object]:
        if asked.question is None:
            return as_record(grade_bare(asked.answer, asked.prompt, asked.reference), None)
        try:
            item = find(self._bank, asked.question)
        except UsageError as error:
            raise _BadLineError(str(error)) from error
        if isinstance(item, LongItem):
            return as_record(grade_long(asked.answer, item), self._bank.version)
        return as_record(grade(asked.answer, item), self._bank.version)


def as_record(grade: Grade, bank: str | None) -> dict[str, object]:
    """Return what `drill grade --json` says about one answer, but for its id."""
    return {
        "verdict": grade.verdict,
        "sure": grade.sure,
        "credit": round(grade.credit, 4),
        "score": round(grade.score, 2),
        "points": [
            {
                "id": point.id,
                "status": point.status,
                "span": None if point.span is None else list(point.span),
                "why": point.why,
            }
            for point in grade.points
        ],
        "grader": GRADER,
        "bank": bank,
    }


def _parse(raw: bytes) -> Any:
    if len(raw) > LONGEST_LINE:
        raise _BadLineError(f"the line is longer than {LONGEST_LINE:,} bytes")
    try:
        return json.loads(raw, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise _BadLineError("the line is not UTF-8") from error
    except json.JSONDecodeError as error:
        raise _BadLineError(f"not JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise _BadLineError("not JSON: nested too deeply") from error
    except ValueError as error:
        raise _BadLineError(f"not JSON: {error}") from error


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _line(record: dict[str, object], *, failed: bool) -> Line:
    text = json.dumps(record, ensure_ascii=False)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:  # half a surrogate pair: only its escape can be written
            text = json.dumps(record)
    return Line(text, failed=failed)


def _asked(data: Any) -> _Asked:
    if not isinstance(data, dict):
        raise _BadLineError("a line is an object with id, question and answer")
    given_id = data.get("id")
    if isinstance(given_id, list | dict):
        raise _BadLineError("id must be a text or a number")
    answer = data.get("answer")
    if not isinstance(answer, str):
        raise _BadLineError("answer must be a text")
    question = data.get("question")
    if question is None:
        prompt, reference = data.get("prompt"), data.get("reference")
        if not isinstance(prompt, str) or not isinstance(reference, str):
            raise _BadLineError("name a question, or give prompt and reference")
        if not reference.strip():
            raise _BadLineError("reference is empty: there is nothing to grade against")
        return _Asked(given_id, answer, None, prompt, reference)
    if isinstance(question, bool) or not isinstance(question, str | int):
        raise _BadLineError("question must be a number or an id such as L3")
    return _Asked(given_id, answer, str(question), "", "")


def _failed(data: Any, number: int, why: str) -> Line:
    given = data.get("id") if isinstance(data, dict) else None
    given = given if isinstance(given, str | int | float) else None
    return _line({"id": given, "line": number, "error": why}, failed=True)


class GradingBatch:
    """Grades a stream, on all cores when it is long."""

    def __init__(
        self,
        load: Callable[[], Questions],
        *,
        workers: int | None = None,
        skip: Callable[[Any], bool] | None = None,
    ) -> None:
        """`load` must be importable by a worker process; `skip` names ids that are done."""
        self._load = load
        self._grader = LineGrader(load())
        self._workers = workers or _cores()
        self._skip = skip

    def grade(self, chunks: Iterable[Sequence[bytes]]) -> Iterator[Line]:
        """Yield one line for each that is not blank (or done before), in order."""
        alone = 0
        numbered = self._numbered(chunks)
        for chunk in numbered:
            yield from (self._grader.line(raw, number) for number, raw in chunk)
            alone += len(chunk)
            if alone >= ALONE and self._workers > 1:
                break
        yield from self._pooled(numbered)

    def _numbered(self, chunks: Iterable[Sequence[bytes]]) -> Iterator[_Batch]:
        number = 0
        for chunk in chunks:
            kept = []
            for raw in chunk:
                number += 1
                if raw.strip() and not (self._skip and self._is_done(raw)):
                    kept.append((number, raw))
            for start in range(0, len(kept), BATCH):
                yield kept[start : start + BATCH]
            if not chunk:
                yield []

    def _is_done(self, raw: bytes) -> bool:
        try:
            data = json.loads(raw)
        except (ValueError, RecursionError):
            return False
        return self._skip is not None and isinstance(data, dict) and self._skip(data.get("id"))

    def _pooled(self, numbered: Iterator[_Batch]) -> Iterator[Line]:
        first = next(numbered, None)
        if first is None:
            return
        _worker[:] = [self._grader]
        flight: deque[tuple[_Batch, Future[list[Line]] | None]] = deque()
        with ProcessPoolExecutor(
            self._workers,
            mp_context=multiprocessing.get_context(_start_method()),
            initializer=_start_worker,
            initargs=(self._load,),
        ) as pool:
            for batch in chain([first], numbered):
                if batch:
                    flight.append((batch, _submitted(pool, batch)))
                while flight and (not batch or len(flight) > AHEAD * self._workers):
                    yield from self._landed(*flight.popleft())
            while flight:
                yield from self._landed(*flight.popleft())

    def _landed(self, batch: _Batch, future: Future[list[Line]] | None) -> list[Line]:
        """Return a batch's lines; one whose worker died is graded here."""
        if future is not None:
            try:
                return future.result()
            except BrokenProcessPool:
                pass
        return [self._grader.line(raw, number) for number, raw in batch]


def _submitted(pool: ProcessPoolExecutor, batch: _Batch) -> Future[list[Line]] | None:
    try:
        return pool.submit(_grade_batch, batch)
    except BrokenProcessPool:
        return None


_worker: list[LineGrader] = []
"""The grader of this worker process: one, made by its initializer."""


def _start_worker(load: Callable[[], Questions]) -> None:
    if not _worker:  # a forked worker has its parent's
        _worker[:] = [LineGrader(load())]


def _grade_batch(batch: _Batch) -> list[Line]:
    return [_worker[0].line(raw, number) for number, raw in batch]


def _start_method() -> str:
    """Return `fork` where it is sound: the bank is then parsed only once."""
    return "fork" if sys.platform == "linux" else "spawn"


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def done_ids(lines: Iterable[bytes], grader: str, bank: str) -> Sequence[int]:
    """Return digests of the ids that `lines` of an earlier output hold a verdict for.

    Only verdicts of the same grader and bank count: others would mix two markings in one file.
    """
    found = array("Q")
    for raw in lines:
        try:
            record = json.loads(raw)
        except (ValueError, RecursionError):
            continue
        if not isinstance(record, dict) or "verdict" not in record:
            continue
        if record.get("grader") == grader and record.get("bank") in {bank, None}:
            found.append(digest(record.get("id")))
    return array("Q", sorted(found))


def is_done(done: Sequence[int], given_id: Any) -> bool:
    key = digest(given_id)
    at = bisect_left(done, key)
    return at < len(done) and done[at] == key


def digest(given_id: Any) -> int:
    """Return eight bytes that stand for an id: a million of them are 8 MB."""
    text = json.dumps(given_id, ensure_ascii=True, sort_keys=True)
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
