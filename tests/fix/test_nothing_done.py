"""An attempt in which nothing was done is no attempt; code that is no Python is no submission."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.debugging.unreadable import unreadable

Bench = Any
Texts = Callable[[str], str]

NO_PYTHON = "def f(xs):\n    return max(xs\n"


@pytest.mark.parametrize("reason", ["abandoned", "time"])
def test_an_attempt_without_an_act_is_thrown_away(bench: Bench, reason: str) -> None:
    """Ended at once, or read until the time was over: no score, no due date, no row."""
    view = bench.fix.start("empty-max")
    assert not view.begun
    if reason == "time":
        bench.clock.pass_(601)
    view = bench.fix.close(reason)
    assert (view.phase, view.begun, view.closed) == ("finished", False, reason)
    assert bench.history.exercises(10) == ()
    assert bench.history.cards() == ()
    assert bench.history.history(10) == ()
    assert bench.runner.requests == []
    assert bench.again().resumable() == ()


@pytest.mark.parametrize(
    "act",
    [
        lambda fix: fix.run("example"),
        lambda fix: fix.think("the list is empty"),
        lambda fix: fix.hint(),
        lambda fix: fix.edit(source="def f(xs):\n    return 0\n"),
        lambda fix: fix.edit(own="from broken import f\n\ndef test_x():\n    assert f([]) == 0\n"),
    ],
    ids=["run", "thought", "hint", "edit", "own test"],
)
def test_one_act_makes_it_an_attempt(bench: Bench, act: Callable[[Any], object]) -> None:
    """A run, a thought, a hint, an edit or an own test: it is scored and kept."""
    bench.fix.start("empty-max")
    act(bench.fix)
    assert bench.fix.view().begun
    view = bench.fix.close("abandoned")
    assert view.begun
    assert len(bench.history.exercises(10)) == 1
    assert len(bench.history.history(10)) == 1


def test_files_as_they_are_first_opened_are_no_act(bench: Bench) -> None:
    """F6 and F7 put a first line there; a comment in the code changes none of it."""
    fix = bench.fix
    given = fix.start("empty-max").source
    fix.edit(
        source=given + "# hm\n",
        own="from broken import *\n\n\ndef test_():\n    assert True\n",
        scratch="from broken import *\n\n",
    )
    assert not fix.view().begun
    fix.close("abandoned")
    assert bench.history.exercises(10) == ()


def test_unreadable_code_is_not_handed_in(bench: Bench, texts: Texts) -> None:
    """The place is said; no submission, no edit, no run is recorded and nothing was judged."""
    fix = bench.fix
    fix.start("empty-max")
    view = fix.submit(NO_PYTHON)
    assert view.unreadable is not None
    assert (view.unreadable.error, view.unreadable.line) == ("SyntaxError", 2)
    assert view.unreadable.says == "'(' was never closed"
    assert view.unreadable.shown == "return max(xs\n          ^"
    assert (view.runs, view.last, bench.runner.requests) == (0, None, [])
    assert [step.kind for step in fix._open.session.record.steps] == ["opened"]
    fix.edit(source=texts("fixed"))
    stale = fix.view().unreadable
    assert stale is not None
    assert stale.stale
    view = fix.submit()
    assert (view.unreadable, view.solved) == (None, True)
    assert fix.card().steps.parts["discipline"].points == 5


def test_at_the_end_of_the_time_the_last_readable_submission_counts(
    bench: Bench, texts: Texts
) -> None:
    """Half a line typed as the time ran out does not take the fix away."""
    fix = bench.fix
    fix.start("empty-max")
    fix.submit(texts("fixed"))
    fix.edit(source=NO_PYTHON)
    bench.clock.pass_(601)
    fix.close("time")
    assert fix.card().solved


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n", 0),
        ("print('\\d')\n", 0),
        ("x = (\n", 1),
        ("def f():\nreturn 1\n", 2),
        ("return 1\n", 1),
        ("if True:\n\tx = 1\n        y = 2\n", 3),
        ("x = 'a\n", 1),
        ("", 0),
        ("é = 1 +\n", 1),
    ],
)
def test_the_line_is_where_python_stops_reading(text: str, line: int) -> None:
    """What can be read gives nothing, also with a doubtful escape in it."""
    found = unreadable(text)
    assert (0 if found is None else found.line) == line


@pytest.mark.parametrize("text", ["x = 1\0", "(" * 5000, "-" * 200_000 + "1", "\ud800"])
def test_what_breaks_the_reader_itself_is_unreadable_too(text: str) -> None:
    """A null byte, brackets or signs without end, half a letter: said, never raised."""
    assert unreadable(text) is not None
