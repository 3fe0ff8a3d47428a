"""`drill grade`: many answers in, as many verdicts out, in order, whatever a line holds."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from drill.services import grading_batch
from drill.services.grading_batch import (
    ALONE,
    BATCH,
    GradingBatch,
    done_ids,
    is_done,
    load_questions,
)

Drill = Callable[..., Any]
GOOD = {"question": 14, "answer": "at about 11, since e^11 is close to 65504"}


def lines(count: int, start: int = 0) -> list[bytes]:
    return [json.dumps({"id": i, **GOOD}).encode() for i in range(start, start + count)]


def test_one_line_has_the_promised_fields(drill: Drill) -> None:
    """The interface that other programs rely on, field by field."""
    said = drill("grade", "--json", feed=json.dumps({"id": "a", **GOOD}) + "\n")
    (row,) = said.rows
    assert said.code == 0
    assert list(row) == [
        "id",
        "verdict",
        "sure",
        "credit",
        "score",
        "points",
        "grader",
        "bank",
    ]
    assert row["verdict"] == "correct"
    assert all(list(point) == ["id", "status", "span", "why"] for point in row["points"])


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "a line is an object"),
        ('{"id": 1}', "answer must be a text"),
        ('{"id": 1, "answer": 5, "question": 1}', "answer must be a text"),
        ('{"id": 1, "answer": "x"}', "name a question"),
        ('{"id": 1, "answer": "x", "question": 99}', "no such question"),
        ('{"id": 1, "answer": "x", "question": true}', "question must be"),
        ('{"id": [], "answer": "x", "question": 1}', "id must be"),
        ('{"id": 1, "answer": "x", "prompt": "p", "reference": " "}', "reference is empty"),
        ('{"id": 1, "answer": ' + "[" * 100_000, "not JSON"),
        ('{"id": NaN, "answer": "x", "question": 1}', "NaN is no number"),
        ('{"id": ' + "9" * 5000 + ', "answer": "x", "question": 1}', "not JSON"),
    ],
)
def test_bad_line_carries_an_error_and_the_rest_is_graded(
    drill: Drill, line: str, says: str
) -> None:
    """The line before and the line after have verdicts; the exit code is 1."""
    good = json.dumps({"id": "good", **GOOD})
    said = drill("grade", "--json", feed=f"{good}\n{line}\n{good}\n")
    assert said.code == 1
    first, bad, last = said.rows
    assert (first["verdict"], last["verdict"]) == ("correct", "correct")
    assert says in bad["error"]
    assert bad["line"] == 2


def test_half_a_surrogate_pair_is_given_back_as_it_came(drill: Drill) -> None:
    """JSON can hold what UTF-8 cannot: the id is escaped, the line is graded."""
    said = drill(
        "grade", "--json", feed='{"id": "\\ud800", "answer": "\\ud800 x", "question": 1}\n'
    )
    assert said.code == 0
    assert said.rows[0]["id"] == "\ud800"


def test_bytes_that_are_no_text_are_a_bad_line(drill: Drill) -> None:
    """Not UTF-8: an error, no traceback."""
    said = drill("grade", "--json", feed=b'{"id": 1, "answer": "\xff\xfe", "question": 1}\n')
    assert said.code == 1
    assert "error" in said.rows[0]


def test_own_prompt_and_reference(drill: Drill) -> None:
    """A line may bring its own text to be graded against; no bank is named then."""
    feed = {
        "id": 1,
        "prompt": "Why does the loader repeat itself?",
        "reference": "The seed is set again at the start of every epoch.",
        "answer": "the seed is set again at the start of every epoch",
    }
    (row,) = drill("grade", "--json", feed=json.dumps(feed)).rows
    assert (row["verdict"], row["bank"]) == ("correct", None)


def test_empty_input_is_fine(drill: Drill) -> None:
    """No lines, no verdicts, no complaint."""
    assert drill("grade", "--json").code == 0


def test_a_program_that_waits_for_its_answer_gets_it(
    command: list[str], env: dict[str, str]
) -> None:
    """One line at a time over a pipe, past the start of the pool: nobody waits for a full batch."""
    with subprocess.Popen(
        [*command, "grade", "--json", "--workers", "2"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=env,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"\n".join(lines(ALONE + 1)) + b"\n")
        process.stdin.flush()
        for number in range(ALONE + 1):
            assert json.loads(process.stdout.readline())["id"] == number
        for number in range(5):
            process.stdin.write(lines(1, 9000 + number)[0] + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == 9000 + number
        process.stdin.close()
        assert process.wait(30) == 0


def test_order_is_kept_through_the_pool() -> None:
    """More lines than one process takes: the same verdicts in the same order as from one."""
    raw = lines(ALONE + 10 * BATCH)
    raw[700] = b"broken"
    bank = load_questions()
    many = [line.text for line in GradingBatch(lambda: bank, workers=3).grade([raw])]
    one = [line.text for line in GradingBatch(lambda: bank, workers=1).grade([raw])]
    assert many == one
    assert len(many) == len(raw)


def test_small_input_starts_no_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few hundred lines are graded before a pool would be up."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a pool was started")

    monkeypatch.setattr(grading_batch, "ProcessPoolExecutor", forbidden)
    assert len(list(GradingBatch(load_questions, workers=4).grade([lines(ALONE - 1)]))) == ALONE - 1


def test_input_is_read_no_further_than_needed() -> None:
    """Constant memory: only a few batches a worker are ever read ahead of what was given out."""
    read = 0

    def endless() -> Iterator[list[bytes]]:
        nonlocal read
        while True:
            read += BATCH
            yield lines(BATCH, read)

    graded = GradingBatch(load_questions, workers=2).grade(endless())
    for given, _ in enumerate(graded, start=1):
        assert read - given <= ALONE + BATCH * (grading_batch.AHEAD * 2 + 3)
        if given == ALONE + 12 * BATCH:
            break


def test_worker_that_dies_costs_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its batch is graded in this process."""
    real = grading_batch._submitted
    calls = []

    def submitted(pool: Any, batch: Any) -> Any:
        calls.append(batch)
        if len(calls) == 2:
            for process in list(pool._processes.values()):
                process.kill()
        return real(pool, batch)

    monkeypatch.setattr(grading_batch, "_submitted", submitted)
    raw = lines(ALONE + 8 * BATCH)
    found = [
        json.loads(line.text)["id"] for line in GradingBatch(load_questions, workers=2).grade([raw])
    ]
    assert found == list(range(len(raw)))


def test_interrupted_run_goes_on_where_it_stopped(drill: Drill, tmp_path: Path) -> None:
    """Ids with a verdict of this version are left out; bad and half lines are graded again."""
    out = tmp_path / "out.jsonl"
    feed = b"\n".join(lines(5))
    whole = drill("grade", "--json", feed=feed).out.splitlines(keepends=True)
    error = json.dumps({"id": 2, "line": 3, "error": "x"}) + "\n"
    out.write_text("".join([*whole[:2], error, whole[3][:20]]))
    said = drill("grade", "--json", "--resume-from", out, feed=feed)
    assert [row["id"] for row in said.rows] == [2, 3, 4]
    assert "2 answers are graded already" in said.err


def test_other_versions_are_graded_again() -> None:
    """Two markings are never mixed in one file."""
    row = json.dumps({"id": 1, "verdict": "correct", "grader": "0", "bank": "b"}).encode()
    assert not is_done(done_ids([row], "1", "b"), 1)
    assert is_done(done_ids([row], "0", "b"), 1)
    assert not is_done(done_ids([row], "0", "b"), "1")


def test_one_answer_for_a_person(drill: Drill) -> None:
    """Verdict in a word, the person's own words, exit code 0 for right and 1 for wrong."""
    right = drill("grade", 14, GOOD["answer"])
    assert right.code == 0
    assert "correct" in right.out
    assert "“" in right.out
    wrong = drill("grade", "q14", feed="no idea")
    assert wrong.code == 1
    assert "missing" in wrong.out


@pytest.mark.parametrize("args", [("grade",), ("grade", "99", "x"), ("grade", "14", "--json")])
def test_wrong_use_says_what_to_do(drill: Drill, args: tuple[str, ...]) -> None:
    """Exit 2 and one line on stderr."""
    said = drill(*args)
    assert said.code == 2
    assert said.err.startswith("drill: ")
    assert said.out == ""
