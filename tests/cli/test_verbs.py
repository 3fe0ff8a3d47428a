"""Every verb keeps to its streams and exit codes."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drill.cli.exits import exit_for
from drill.cli.main import VERBS
from drill.errors import (
    ConfigError,
    ContentError,
    DrillError,
    RunnerError,
    StoreError,
    UsageError,
)

Drill = Callable[..., Any]
OPENED = '{"t": 0, "kind": "opened", "slug": "nobody-knows", "minutes": 5}\n'


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (ConfigError("x"), 2),
        (RunnerError("x"), 3),
        (ContentError("f", "x"), 4),
        (StoreError("x"), 5),
        (DrillError("x"), 3),
    ],
)
def test_exit_code_says_whose_fault_it_was(error: DrillError, code: int) -> None:
    """One code for each cause; an unknown one is ours."""
    assert exit_for(error) == code


def test_without_a_terminal_the_trainer_says_what_to_use(drill: Drill) -> None:
    """Exit 2, nothing on stdout, a verb named on stderr."""
    said = drill()
    assert (said.code, said.out) == (2, "")
    assert "drill grade --json" in said.err


def test_help_and_version_go_to_stdout(drill: Drill) -> None:
    """What was asked for is the answer."""
    assert "exit codes" in drill("--help").out
    assert drill("--version").out.startswith("drill ")


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_explains_itself(drill: Drill, verb: str) -> None:
    """`--help` works for all of them."""
    said = drill(verb, "--help")
    assert said.code == 0
    assert said.out.startswith("usage: drill " + verb)


@pytest.mark.parametrize("args", [("nonsense",), ("content",), ("export", "--format", "x")])
def test_wrong_use_is_exit_2(drill: Drill, args: tuple[str, ...]) -> None:
    """Nothing on stdout."""
    said = drill(*args)
    assert (said.code, said.out) == (2, "")


def test_group_without_a_verb_is_exit_2(drill: Drill) -> None:
    """`drill steps` alone does nothing."""
    assert drill("steps").code == 2


@pytest.mark.parametrize("args", [("stats",), ("history",), ("doctor",)])
def test_empty_history_answers_in_json(drill: Drill, args: tuple[str, ...]) -> None:
    """A fresh installation has an answer, not an error."""
    said = drill(*args, "--json")
    assert said.code == 0, said.err
    json.loads(said.out)


@pytest.mark.parametrize(
    ("form", "first"), [("html", "<!DOCTYPE html>"), ("anki", "#separator:tab")]
)
def test_empty_history_has_a_page_and_a_deck(drill: Drill, form: str, first: str) -> None:
    """Both go to stdout, and are whole."""
    said = drill("export", "--format", form)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0] == first
    assert form == "anki" or said.out.endswith("</html>\n")


def test_nothing_due_is_said_in_a_word(drill: Drill) -> None:
    """A fresh home has nothing due, not zero of everything in zero minutes."""
    said = drill("stats")
    assert said.code == 0
    assert "due today  nothing" in said.out


def test_an_unknown_sitting_is_not_exported_as_nothing(drill: Drill) -> None:
    """A mistyped id is an error of use, and says where the ids are."""
    said = drill("export", "--sitting", "nosuch")
    assert (said.code, said.out) == (2, "")
    assert "no sitting nosuch in the history; `drill history` lists them" in said.err


def test_history_that_is_none_is_exit_5(drill: Drill, env: dict[str, str]) -> None:
    """A file that is no history: named, left alone."""
    home = Path(env["DRILL_HOME"])
    home.mkdir()
    (home / "history.db").write_bytes(b"this is no database" * 100)
    found = list(home.iterdir())
    said = drill("stats")
    assert said.code == 5, said.err
    assert said.err.startswith("drill: ")
    assert (home / "history.db") in found


def test_schema_is_json(drill: Drill) -> None:
    """Both schemas are printed for editors."""
    for of in ("bank", "exercise"):
        schema = json.loads(drill("content", "schema", of).out)
        assert schema["$schema"].startswith("https://json-schema.org")


def test_new_exercise_is_not_written_over_another(drill: Drill, tmp_path: Path) -> None:
    """The second call is refused."""
    assert drill("content", "new", "one-two", tmp_path).code == 0
    assert (tmp_path / "one-two" / "hidden.py").is_file()
    assert drill("content", "new", "one-two", tmp_path).code == 2
    assert drill("content", "new", "Not_A_Slug", tmp_path).code == 2


def test_steps_score_has_the_promised_form(drill: Drill) -> None:
    """The interface that other programs rely on."""
    said = drill("steps", "score", "--json", feed=OPENED)
    (score,) = said.rows
    assert said.code == 0
    assert (score["points"], score["of"]) == (0, 30)
    assert list(score["parts"]) == [
        "reproduce",
        "hypothesis",
        "isolate",
        "discipline",
        "smallest_fix",
        "verify",
    ]
    assert all(list(part) == ["points", "of", "events", "why"] for part in score["parts"].values())


def test_steps_score_for_a_person(drill: Drill) -> None:
    """Six lines with reasons and the sum."""
    said = drill("steps", "score", feed=OPENED)
    assert said.out.splitlines()[-1].split() == ["steps", "0/30"]


def test_broken_trace_is_exit_2_with_its_line(drill: Drill) -> None:
    """The line that is wrong is named."""
    said = drill("steps", "score", "--json", feed=OPENED + '{"t": 1, "kind": "ran"}\n')
    assert (said.code, said.out) == (2, "")
    assert "line 2: ran: target" in said.err


def test_help_imports_nothing_heavy() -> None:
    """Verbs import what they need when they run."""
    check = (
        "import sys; from drill.cli.main import build_parser; build_parser().format_help(); "
        "print([m for m in ('torch', 'numpy', 'textual', 'sqlite3', 'yaml') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_closed_pipe_ends_quietly(command: list[str], env: dict[str, str]) -> None:
    """`drill … | head` leaves no traceback."""
    feed = "".join(
        json.dumps({"id": i, "question": 14, "answer": "x" * 500}) + "\n" for i in range(2000)
    )
    with subprocess.Popen(
        [*command, "grade", "--json", "--workers", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(feed)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert "Traceback" not in process.stderr.read()
        process.wait(30)


def test_broken_exercise_keeps_no_trace_from_its_score(drill: Drill, tmp_path: Path) -> None:
    """The true cause cannot be read: said on stderr, scored without it."""
    (tmp_path / "nobody-knows").mkdir()
    (tmp_path / "nobody-knows" / "exercise.yaml").write_text("slug: [")
    said = drill("steps", "score", "--json", "--pack", tmp_path, feed=OPENED)
    assert said.code == 0
    assert said.rows[0]["points"] == 0
    assert "nobody-knows" in said.err
