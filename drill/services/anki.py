"""The items that were asked, as a deck for Anki: prompt, reference, and what one missed oneself."""

import csv
import io
from collections.abc import Callable, Iterator
from html import escape

from drill.model.evidence import Mark, told
from drill.model.question import LongItem, Question
from drill.model.scorecard import ItemResult
from drill.services.ports import Lines
from drill.sitting.evolve import replay
from drill.sitting.results import results

HEADER = (
    "#separator:tab",
    "#html:true",
    "#notetype:Basic",
    "#deck:drill",
    "#guid column:1",
    "#tags column:4",
    "#columns:Guid\tFront\tBack\tTags",
)
"""What Anki reads before the notes, so that its import asks nothing."""
_MISSED: dict[Mark, str] = {
    "missed": "missed",
    "partly": "half said",
    "contradicted": "said the contrary",
    "objection": "objection",
}


class Deck:
    """One note for each item that was asked. Imported again, a note is renewed, not doubled."""

    def __init__(self, log: Lines, asked: Callable[[str], Question | LongItem]) -> None:
        self._log = log
        self._asked = asked

    def notes(self, sitting: str | None = None) -> Iterator[str]:
        """Yield the header and the notes, a line each; of one sitting when named."""
        yield from HEADER
        last: dict[str, ItemResult] = {}
        for each in self._log.sittings() if sitting is None else (sitting,):
            events = self._log.events(each)
            if events:
                decided = (one for one in results(replay(events)) if one.outcome != "open")
                last |= {one.id: one for one in decided if one.kind != "exercise"}
        for name in sorted(last):
            try:
                yield _note(self._asked(name), last[name])
            except KeyError:
                continue  # the bank holds it no more: there is nothing to ask


def _note(item: Question | LongItem, result: ItemResult) -> str:
    back = _html(item.reference)
    missed = _missed(result)
    if missed:
        back += f"<hr>Last time:<ul>{''.join(f'<li>{line}</li>' for line in missed)}</ul>"
    tags = ["drill", f"topic-{item.topic}", *item.concepts]
    row = (f"drill-{item.id}", _html(item.prompt), back, " ".join(tags))
    line = io.StringIO()
    csv.writer(line, delimiter="\t", lineterminator="").writerow(row)
    return line.getvalue()


def _missed(result: ItemResult) -> list[str]:
    """Say what the last answer lacked; nothing where the mark that counts is correct."""
    if result.verdict == "correct":
        return []
    if result.grade is None:
        return ["nothing was answered"]
    return [
        f"{_MISSED[point.mark]}: {_html(point.says)}"
        for point in told(result.answer, result.grade, long=result.kind != "question")
        if point.mark in _MISSED
    ]


def _html(text: str) -> str:
    """Escape a text and keep it on one line."""
    shown = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)
    return escape(shown.strip(), quote=False).replace("\n", "<br>")
