"""`drill grade`: one answer for a person, or a stream of them for a program."""

import os
import select
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from drill.cli.exits import Exit
from drill.cli.verb import Verbs, add_pack, add_verb, answer, talk
from drill.errors import UsageError
from drill.model.scale import tenth

if TYPE_CHECKING:
    from drill.model.grade import Grade  # imported when a verb runs, not when help is shown
    from drill.services.grading_batch import Questions

CHUNK = 1 << 16
"""Bytes asked for at once: what a pipe holds."""
GRACE = 0.02
"""Seconds without input after which the other side is taken to wait for its answers."""
EVERY = 0.5
"""Seconds between two progress lines."""

EPILOG = """With --json, one object a line on stdin: {"id", "question", "answer"}, or
{"id", "prompt", "reference", "answer"} to grade against a text of your own; one object a line
on stdout, in the same order."""


def register(verbs: Verbs) -> None:
    parser = add_verb(verbs, "grade", run, "grade answers", epilog=EPILOG)
    parser.add_argument("question", nargs="?", help="number 1-50 or an id such as L3 or S-A")
    parser.add_argument("answer", nargs="?", help="the answer; read from stdin when left out")
    parser.add_argument(
        "--resume-from",
        metavar="OUT",
        type=Path,
        help="output of an interrupted run: ids graded there by the same version are left out",
    )
    add_pack(parser)
    parser.add_argument("--workers", type=int, metavar="N", help="processes (default: all cores)")


def run(args: Namespace) -> int:
    from drill.services.grading_batch import load_questions

    load = partial(load_questions, tuple(args.pack))
    if args.json:
        if args.question is not None:
            raise UsageError("with --json the questions come in lines on stdin")
        return _stream(args, load)
    if args.question is None:
        raise UsageError("name a question (`drill grade 14 'my answer'`), or use --json")
    return _one(args, load())


def _one(args: Namespace, bank: "Questions") -> int:
    from drill.grading import grade, grade_long
    from drill.model.grade import LONG_PASS
    from drill.model.question import LongItem
    from drill.services.grading_batch import find

    item = find(bank, args.question)
    given = args.answer
    if given is None:
        if sys.stdin.isatty():
            talk(f"{item.prompt}\n(end with control-D)")
        given = sys.stdin.read()
    long = isinstance(item, LongItem)
    result = grade_long(given, item) if isinstance(item, LongItem) else grade(given, item)
    answer(report(result, given, long=long))
    passed = result.score >= LONG_PASS if long else result.verdict == "correct"
    return Exit.FINE if passed else Exit.NO


GLYPHS = {"correct": "✔", "partial": "◐", "incorrect": "✘"}


def report(result: "Grade", given: str, *, long: bool) -> str:
    """Lay out a grade so that each point names the words that decided it."""
    from drill.model.evidence import told

    sure = "" if result.sure else "   (not sure: mark it yourself)"
    mark = f"{tenth(result.score)}/10" if long else f"{result.credit:g} of 1"
    lines = [f"{GLYPHS[result.verdict]} {result.verdict}   {mark}{sure}"]
    for point in told(given, result, long=long):
        why = f"{point.joint if point.words else ''}{point.why}" if point.why else ""
        lines.append(f"  {point.word:<12} {point.says}")
        if point.words or why:
            lines.append(f"  {'':<12} {f'“{point.words}”' if point.words else ''}{why}")
    return "\n".join(lines)


def _stream(args: Namespace, load: Callable[[], "Questions"]) -> int:
    from drill.services.grading_batch import GradingBatch

    skip = _skipper(args.resume_from, load()) if args.resume_from else None
    batch = GradingBatch(load, workers=args.workers, skip=skip)
    out = sys.stdout.buffer
    progress = Progress(shown=sys.stderr.isatty() and not sys.stdin.isatty())
    for line in batch.grade(chunks(sys.stdin.fileno(), out.flush)):
        out.write(line.text.encode() + b"\n")
        progress.step(failed=line.failed)
    out.flush()
    progress.close()
    return Exit.NO if progress.failed else Exit.FINE


def chunks(source: int, flush: Callable[[], None]) -> Iterator[list[bytes]]:
    """Yield the lines that are there, and an empty list whenever nothing more is waiting."""
    rest = b""
    while True:
        if not _waiting(source, GRACE):
            yield []
            flush()
        data = os.read(source, CHUNK)
        *lines, rest = (rest + data).split(b"\n") if data else [rest, b""]
        if lines:  # an empty list would say that nothing more is waiting
            yield lines
        if not data:
            return
        if len(rest) > 2 * CHUNK:
            rest = yield from _long_line(source, rest)


def _long_line(source: int, start: bytes) -> Generator[list[bytes], None, bytes]:
    """Read one long line to its end without holding more of it than an error needs."""
    from drill.services.grading_batch import LONGEST_LINE

    kept = bytearray(start)
    while data := os.read(source, CHUNK):
        head, end, rest = data.partition(b"\n")
        if len(kept) <= LONGEST_LINE:
            kept += head
        if end:
            *lines, rest = rest.split(b"\n")
            yield [bytes(kept), *lines]
            return rest
    return bytes(kept)


def _waiting(source: int, patience: float) -> bool:
    try:
        return bool(select.select([source], [], [], patience)[0])
    except (OSError, ValueError):
        return True  # Windows pipes and odd descriptors cannot be asked: read them


def _skipper(earlier: Path, bank: "Questions") -> Callable[[object], bool]:
    """Return what tells the ids of an earlier output, and mend its last line if it broke off."""
    from drill.grading import GRADER
    from drill.services.grading_batch import done_ids, is_done

    try:
        with earlier.open("rb") as lines:
            done = done_ids(lines, GRADER, bank.version)
        if _is_stdout(earlier) and _breaks_off(earlier):
            sys.stdout.buffer.write(b"\n")
    except FileNotFoundError:
        done = ()
    except OSError as error:
        raise UsageError(f"--resume-from {earlier}: {error.strerror}") from error
    talk(f"drill: {len(done):,} answers are graded already")
    return partial(is_done, done)


def _is_stdout(file: Path) -> bool:
    try:
        return os.path.samestat(file.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False


def _breaks_off(file: Path) -> bool:
    with file.open("rb") as data:
        if not data.seek(0, os.SEEK_END):
            return False
        data.seek(-1, os.SEEK_END)
        return data.read(1) != b"\n"


class Progress:
    """One line on stderr that says how far a stream is."""

    def __init__(self, *, shown: bool) -> None:
        self._shown = shown
        self._began = self._said = time.monotonic()
        self.graded = 0
        self.failed = 0
        """Lines that carry an error instead of a verdict."""

    def step(self, *, failed: bool) -> None:
        self.graded += not failed
        self.failed += failed
        if self._shown and (now := time.monotonic()) - self._said > EVERY:
            self._said = now
            self._say("\r")

    def close(self) -> None:
        if self._shown:
            self._say("\r", "\n")

    def _say(self, start: str, end: str = "") -> None:
        speed = (self.graded + self.failed) / max(time.monotonic() - self._began, 1e-9)
        text = f"{start}{self.graded:,} graded, {self.failed:,} bad lines, {speed:,.0f}/s "
        print(text, end=end, file=sys.stderr, flush=True)
