"""Export: the history as files for other programs."""

import csv
import io
from collections.abc import Iterator

from drill.model.scorecard import ItemResult
from drill.services.ports import Lines
from drill.sitting.evolve import replay
from drill.sitting.results import results

COLUMNS = (
    "sitting",
    "started",
    "mode",
    "position",
    "item",
    "number",
    "topic",
    "outcome",
    "verdict",
    "engine_verdict",
    "standing",
    "score",
    "sure",
    "confidence",
    "hints",
    "think_s",
    "write_s",
    "review_s",
    "limit_s",
    "answer",
    "reason",
    "note",
    "grader",
    "bank",
)


class Export:
    """Lines without their line ends, in the order of the log; little is held in memory."""

    def __init__(self, log: Lines) -> None:
        self._log = log

    def jsonl(self, sitting: str | None = None) -> Iterator[str]:
        """Yield every event, one JSON object a line; of one sitting when named."""
        return self._log.lines(sitting)

    def csv(self, sitting: str | None = None) -> Iterator[str]:
        """Yield every item that was decided, one row each, after a header row.

        A row may span lines where an answer does, as CSV allows.
        """
        yield _row(COLUMNS)
        for each in self._log.sittings() if sitting is None else (sitting,):
            yield from self._rows(each)

    def _rows(self, sitting: str) -> Iterator[str]:
        events = self._log.events(sitting)
        if not events:
            return
        state = replay(events)
        head = (sitting, events[0].at.isoformat(), state.plan.mode)
        tail = (events[-1].grader, events[-1].content)
        for item in results(state):
            if item.outcome != "open":
                yield _row((*head, *_cells(item), *tail))


def _cells(item: ItemResult) -> tuple[object, ...]:
    grade = item.grade
    return (
        item.index + 1,
        item.id,
        item.number,
        item.topic,
        item.outcome,
        item.verdict,
        None if grade is None else grade.verdict,
        item.standing,
        None if grade is None else grade.score,
        None if grade is None else grade.sure,
        item.confidence,
        item.hints,
        round(item.think, 3),
        round(item.write, 3),
        round(item.review, 3),
        item.seconds,
        item.answer,
        item.reason,
        item.note,
    )


def _row(cells: tuple[object, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([_safe(cell) for cell in cells])
    return line.getvalue()


def _safe(cell: object) -> object:
    """Keep spreadsheets from running an answer as a formula."""
    if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + cell
    return cell
