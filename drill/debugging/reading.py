"""Step events from JSON lines, checked for what a trace must hold."""

import json
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from drill.errors import UsageError
from drill.model.steps import STEP, Closed, Opened, StepEvent


def read_events(lines: Iterable[str]) -> tuple[StepEvent, ...]:
    """Parse one event a line; what is wrong is raised with the number of its line."""
    events: list[StepEvent] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip().removeprefix("\ufeff")
        if text:
            event = _parse(text, number)
            _check_place(events, event, number)
            events.append(event)
    if not events:
        raise UsageError("no events: one JSON object a line is expected, `opened` first")
    return tuple(events)


def _parse(line: str, number: int) -> StepEvent:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"line {number}: not JSON: {error}") from error
    if not isinstance(data, dict):
        raise UsageError(f"line {number}: an event is a JSON object")
    try:
        return STEP.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        kind = data.get("kind")
        # the place starts with the kind; a rule over several fields has no place beyond it
        field = ".".join(str(step) for step in first["loc"][1:]) if first["loc"] else "kind"
        says = first["msg"].removeprefix("Value error, ")
        where = f"{kind or 'event'}: {field}" if field else str(kind)
        raise UsageError(f"line {number}: {where}: {says}") from error


def _check_place(events: Sequence[StepEvent], event: StepEvent, number: int) -> None:
    if not events:
        if not isinstance(event, Opened):
            raise UsageError(f"line {number}: the first event must be `opened`, not `{event.kind}`")
        return
    if isinstance(event, Opened):
        raise UsageError(f"line {number}: a second `opened`; one trace is one exercise")
    if isinstance(events[-1], Closed):
        raise UsageError(f"line {number}: `{event.kind}` after `closed`")
    if event.t < events[-1].t:
        raise UsageError(f"line {number}: t falls from {events[-1].t:g} to {event.t:g}")
