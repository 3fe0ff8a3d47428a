"""The export for research tools holds what the specification asks for."""

import csv
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from drill.debugging import read_events, score
from drill.debugging.card import ExerciseCard
from drill.errors import UsageError
from drill.services.progsnap import write_progsnap
from drill.services.report import Report
from drill.services.root_cause import known_cause
from drill.services.steps_export import step_lines

if TYPE_CHECKING:
    from drill.model.question import Question

Bench = Any
Texts = Callable[[str], str]


@pytest.fixture
def dataset(bench: Bench, texts: Texts, tmp_path: Path) -> Path:
    fix = bench.fix
    fix.start("empty-max")
    fix.run("example")
    fix.think(texts("cause"))
    fix.hint()
    fix.edit(source=texts("fixed"))
    fix.submit()
    fix.close("solved")
    folder = tmp_path / "dataset"
    write_progsnap(bench.history.lines(), folder)
    return folder


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as data:
        return list(csv.DictReader(data))


def test_metadata_names_version_and_order(dataset: Path) -> None:
    """The five properties that each dataset needs."""
    found = {row["Property"]: row["Value"] for row in rows(dataset / "DatasetMetadata.csv")}
    assert found["CodeStateRepresentation"] == "Table"
    assert found["EventOrderScope"] == "Global"
    assert set(found) == {
        "Version",
        "IsEventOrderingConsistent",
        "EventOrderScope",
        "EventOrderScopeColumns",
        "CodeStateRepresentation",
    }


def test_events_in_order_with_known_types(dataset: Path) -> None:
    """Standard types where there is one, an X- type where there is none."""
    table = rows(dataset / "MainTable.csv")
    assert [row["EventType"] for row in table] == [
        "Session.Start",
        "Project.Open",
        "Run.Program",
        "X-Hypothesis",
        "Intervention",
        "File.Edit",
        "Submit",
        "Project.Close",
        "Session.End",
    ]
    assert [int(row["Order"]) for row in table] == list(range(1, len(table) + 1))
    assert len({row["EventID"] for row in table}) == len(table)


def test_code_states_are_those_the_events_name(dataset: Path, texts: Texts) -> None:
    """Each CodeStateID of an event has its text."""
    states = {
        row["CodeStateID"]: row["Code"] for row in rows(dataset / "CodeStates/CodeStates.csv")
    }
    named = [row["CodeStateID"] for row in rows(dataset / "MainTable.csv") if row["CodeStateID"]]
    assert set(named) <= set(states)
    assert list(states.values()) == [texts("broken"), texts("fixed")]


def test_existing_files_are_not_overwritten(dataset: Path, bench: Bench) -> None:
    """A folder that holds something is refused."""
    with pytest.raises(UsageError, match="not empty"):
        write_progsnap(bench.history.lines(), dataset)


def test_report_of_an_exercise_names_each_part_with_its_reason(bench: Bench, texts: Texts) -> None:
    """The page has the card's points and reasons; without the exercise the points alone."""
    fix = bench.fix
    sitting = fix.start("empty-max").sitting
    fix.run("example")
    fix.hint()
    fix.edit(source=texts("fixed"))
    fix.submit()
    fix.close("solved")
    card = fix.card()

    def gone(_: str) -> ExerciseCard:
        raise UsageError("no exercise is named so")

    nothing: dict[str, Question] = {}
    report = Report(log=bench.history, asked=nothing.__getitem__, cards=lambda: fix.review)
    page = unescape("\n".join(report.html(sitting)))
    assert f"{card.points} of 50" in page
    assert card.fix_why in page
    for name, part in card.steps.parts.items():
        assert f"<td>{name.replace('_', ' ')}</td><td>{part.points}/{part.of}</td>" in page
        assert part.why in page
    assert "<td>hints</td><td>-2</td><td>opened: 1</td>" in page
    fix.review.card = gone
    page = "\n".join(report.html(sitting))
    assert f"{card.points} of 50" in page
    assert "<td>verify</td>" in page


def test_steps_of_the_log_score_like_the_card(bench: Bench, texts: Texts) -> None:
    """What is exported as steps has, read back, the points that the card has."""
    fix = bench.fix
    sitting = fix.start("empty-max", recovery=1).sitting
    fix.run("example")
    fix.think(texts("cause"))
    bench.clock.pass_(500)
    fix.tick()
    fix.edit(source=texts("fixed"))
    fix.submit()
    fix.close("solved")
    events = read_events(step_lines(bench.history.lines(sitting)))
    known = known_cause(bench.shelf.exercise, lambda _: ())
    again = score(events, root_cause=known.credit, original=known.original)
    assert again == fix.card().steps
    assert fix.view().interruption
