"""The event log as a ProgSnap2 dataset, for tools of programming education research."""

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from drill.errors import UsageError
from drill.model.event import CodeSaved, Event, SittingFinished, SittingStarted, StepRecorded

VERSION = "8.0"
"""Of the specification that is followed."""
METADATA = (
    ("Version", VERSION),
    ("IsEventOrderingConsistent", "true"),
    ("EventOrderScope", "Global"),
    ("EventOrderScopeColumns", ""),
    ("CodeStateRepresentation", "Table"),
)
COLUMNS = (
    "EventID",
    "Order",
    "SubjectID",
    "ToolInstances",
    "CodeStateID",
    "EventType",
    "ClientTimestamp",
    "SessionID",
    "ProblemID",
    "EventInitiator",
    "ExecutionResult",
    "ProgramErrorOutput",
    "Score",
    "EditType",
    "InterventionType",
    "InterventionMessage",
    "X-Seconds",
    "X-Details",
)
SUBJECT = "1"
"""One history is one person's; no name leaves it."""


def write_progsnap(lines: Iterable[str], folder: Path) -> int:
    """Write the exercises of an exported log (one event a line) into a new folder."""
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty; name a new folder")
    states: dict[str, str] = {}
    try:
        (folder / "CodeStates").mkdir(parents=True, exist_ok=True)
        _write(folder / "DatasetMetadata.csv", ("Property", "Value"), METADATA)
        count = _write(folder / "MainTable.csv", COLUMNS, _rows(lines, states))
        codes = ((sha, text) for sha, text in states.items())
        _write(folder / "CodeStates" / "CodeStates.csv", ("CodeStateID", "Code"), codes)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    return count


def _write(file: Path, head: Iterable[str], rows: Iterable[Iterable[object]]) -> int:
    count = 0
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(head)
        for row in rows:
            writer.writerow(row)
            count += 1
    return count


def _rows(lines: Iterable[str], states: dict[str, str]) -> Iterator[list[object]]:
    """Yield the rows of the main table; texts of the code are collected in `states`."""
    at: dict[str, str] = {}
    problem: dict[str, str] = {}
    order = 0
    for line in lines:
        event = Event.model_validate_json(line)
        body, sitting = event.body, event.sitting
        if isinstance(body, SittingStarted) and body.mode == "exercise":
            problem[sitting] = body.items[0].id
        if sitting not in problem:
            continue
        if isinstance(body, CodeSaved):
            states[body.sha] = body.text
            at[sitting] = body.sha
            continue
        fields = _fields(body)
        if fields is None:
            continue
        order += 1
        if isinstance(body, StepRecorded) and isinstance(body.step.get("sha"), str):
            at[sitting] = str(body.step["sha"])
        made: dict[str, object] = {
            "EventID": f"{sitting}-{event.seq}",
            "Order": order,
            "SubjectID": SUBJECT,
            "ToolInstances": f"drill content {event.content}; grader {event.grader}; Python",
            "CodeStateID": at.get(sitting, ""),
            "ClientTimestamp": event.at.isoformat(),
            "SessionID": sitting,
            "ProblemID": problem[sitting],
            "EventInitiator": "UserDirectAction",
            "X-Seconds": round(event.offset, 3),
            **fields,
        }
        yield [made.get(column, "") for column in COLUMNS]


def _fields(body: object) -> dict[str, object] | None:
    """Return the event type and its own columns; None for what the format has no use for."""
    if isinstance(body, SittingStarted):
        return {"EventType": "Session.Start"}
    if isinstance(body, SittingFinished):
        return {"EventType": "Session.End", "X-Details": body.reason}
    return _step(body.step) if isinstance(body, StepRecorded) else None


def _step(step: dict[str, Any]) -> dict[str, object] | None:
    details = {name: value for name, value in step.items() if name not in {"kind", "t", "sha"}}
    own: dict[str, object]
    match step["kind"]:
        case "opened":
            own = {"EventType": "Project.Open"}
        case "edited":
            own = {"EventType": "File.Edit", "EditType": "GenericEdit"}
        case "ran":
            own = {
                "EventType": "Run.Test" if step["target"] == "own" else "Run.Program",
                "ExecutionResult": _result(step),
                "ProgramErrorOutput": step.get("error") or "",
            }
        case "submitted":
            groups = step["groups"] or 1
            own = {
                "EventType": "Submit",
                "ExecutionResult": "Success" if step["verdict"] == "solved" else "TestFailed",
                "Score": round(step["groups_passed"] / groups, 4),
            }
        case "hint":
            own = {
                "EventType": "Intervention",
                "InterventionType": "X-Hint",
                "InterventionMessage": f"hint {step['level']}",
            }
        case "closed":
            own = {"EventType": "Project.Close"}
        case kind:
            own = {"EventType": f"X-{str(kind).title().replace('_', '')}"}
    return {**own, "X-Details": json.dumps(details, ensure_ascii=False)}


def _result(step: dict[str, Any]) -> str:
    if not step["failed"]:
        return "Success"
    if step.get("error") == "timeout":
        return "Timeout"
    return "TestFailed" if step["target"] == "own" else "Error"
