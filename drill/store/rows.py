"""Between rows of the database and values of the model."""

import json
import sqlite3
from datetime import datetime

from pydantic import TypeAdapter, ValidationError

from drill.errors import StoreError
from drill.model.event import Body, Event
from drill.model.history import ExerciseRow, HistoryRow, OutcomeRow

EVENT_COLUMNS = "sitting, seq, at, offset, content, grader, body"
SITTING_COLUMNS = (
    "id, mode, title, started, last, finished, of, answered, cold, warm, helped, partial, "
    "incorrect, skipped, score, scaled_from, think, write, review, touched"
)
OUTCOME_COLUMNS = (
    "sitting, idx, item, kind, number, topic, concepts, twin_of, outcome, verdict, "
    "engine_verdict, standing, engine_standing, confidence, hints, think, write, review, "
    "seconds, at"
)
EXERCISE_COLUMNS = "sitting, idx, slug, fix, steps, points, parts, solved, at"

_BODY: TypeAdapter[Body] = TypeAdapter(Event.model_fields["body"].rebuild_annotation())


def event_row(event: Event) -> tuple[object, ...]:
    return (
        event.sitting,
        event.seq,
        event.at.isoformat(),
        event.offset,
        event.content,
        event.grader,
        event.body.model_dump_json(),
    )


def event_of(row: sqlite3.Row | tuple[str, int, str, float, str, str, str]) -> Event:
    sitting, seq, at, offset, content, grader, body = row
    try:
        return Event(
            sitting=sitting,
            seq=seq,
            at=datetime.fromisoformat(at),
            offset=offset,
            content=content,
            grader=grader,
            body=_BODY.validate_json(body),
        )
    except (ValidationError, ValueError) as error:
        raise StoreError(
            f"event {seq} of sitting {sitting} cannot be read; run `drill doctor` ({error})"
        ) from error


def event_line(row: tuple[str, int, str, float, str, str, str]) -> str:
    """Write an event as one line of JSON, as `Event.model_dump_json` would."""
    sitting, seq, at, offset, content, grader, body = row
    head = json.dumps(
        {
            "sitting": sitting,
            "seq": seq,
            "at": at,
            "offset": offset,
            "content": content,
            "grader": grader,
        }
    )
    return f'{head[:-1]}, "body": {body}}}'


def sitting_row(row: HistoryRow) -> tuple[object, ...]:
    return (
        row.sitting,
        row.mode,
        row.title,
        row.started.isoformat(),
        row.last.isoformat(),
        int(row.finished),
        row.of,
        row.answered,
        row.cold,
        row.warm,
        row.helped,
        row.partial,
        row.incorrect,
        row.skipped,
        row.score,
        row.scaled_from,
        row.think,
        row.write,
        row.review,
        int(row.touched),
    )


def sitting_of(row: tuple[object, ...]) -> HistoryRow:
    names = ["sitting", *SITTING_COLUMNS.split(", ")[1:], "points", "fix", "steps"]
    return HistoryRow.model_validate(dict(zip(names, row, strict=True)))


def outcome_row(row: OutcomeRow) -> tuple[object, ...]:
    return (
        row.sitting,
        row.index,
        row.item,
        row.kind,
        row.number,
        row.topic,
        json.dumps(row.concepts),
        row.twin_of,
        row.outcome,
        row.verdict,
        row.engine_verdict,
        row.standing,
        row.engine_standing,
        row.confidence,
        row.hints,
        row.think,
        row.write,
        row.review,
        row.seconds,
        row.at.isoformat(),
    )


def outcome_of(row: tuple[object, ...]) -> OutcomeRow:
    names = OUTCOME_COLUMNS.replace("idx", "index").split(", ")
    made = dict(zip(names, row, strict=True))
    made["concepts"] = json.loads(str(made["concepts"]))
    return OutcomeRow.model_validate(made)


def exercise_row(row: ExerciseRow) -> tuple[object, ...]:
    return (
        row.sitting,
        row.index,
        row.slug,
        row.fix,
        row.steps,
        row.points,
        json.dumps(row.parts),
        int(row.solved),
        row.at.isoformat(),
    )


def exercise_of(row: tuple[object, ...]) -> ExerciseRow:
    names = EXERCISE_COLUMNS.replace("idx", "index").split(", ")
    made = dict(zip(names, row, strict=True))
    made["parts"] = json.loads(str(made["parts"]))
    return ExerciseRow.model_validate(made)
