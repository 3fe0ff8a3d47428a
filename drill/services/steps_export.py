"""The step events of one exercise, as `drill steps score` reads them."""

import json
from collections.abc import Iterable, Iterator

from drill.model.event import Event, StepRecorded
from drill.model.steps import STEP
from drill.services.fix_session import INTERRUPTED


def step_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the steps of an exported sitting (one event a line), each with its fields alone."""
    for line in lines:
        body = Event.model_validate_json(line).body
        if isinstance(body, StepRecorded) and body.step.get("kind") != INTERRUPTED:
            yield json.dumps(STEP.validate_python(body.step).model_dump(mode="json"))
