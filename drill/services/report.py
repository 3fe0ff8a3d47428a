"""The history as one page to read and to print: every answer with its marks and reasons."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from html import escape
from typing import Protocol

from drill.debugging.card import ExerciseCard
from drill.errors import DrillError
from drill.model.event import Event, ExerciseScored
from drill.model.evidence import spans, told
from drill.model.grade import Grade
from drill.model.question import LongItem, Question
from drill.model.scale import AIM_LINE, FULL, PASS_LINE, tenth, whole
from drill.model.scorecard import ItemResult, Scorecard
from drill.services.ports import Lines
from drill.sitting.card import scorecard
from drill.sitting.evolve import replay

Asked = Callable[[str], Question | LongItem]
"""Id of an item -> the item; raises `KeyError` for one that is not there any more."""


class Cards(Protocol):
    """Scores a closed exercise of the history anew, with the reasons."""

    def card(self, sitting: str) -> ExerciseCard: ...


_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>drill: every answer with its marks</title>
<style>
:root { color-scheme: light dark; --ok: #176b3a; --half: #8a5a00; --no: #a8232b; --quiet: #667; }
@media (prefers-color-scheme: dark) { :root {
  --ok: #6fcf97; --half: #e2b659; --no: #f08a8f; --quiet: #99a; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 2px solid var(--quiet); margin-top: 2.5rem; }
article { margin: 1.5rem 0; break-inside: avoid; }
h3 { margin: 0; font-size: 1rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .4rem 0;
  padding: .4rem .8rem; border-left: 3px solid var(--quiet); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
td, th { text-align: left; vertical-align: top; padding: .15rem .6rem .15rem 0; }
.parts td:first-child { white-space: nowrap; }
mark { background: none; color: inherit; border-bottom: 2px solid; }
.correct, .hit, .passed { color: var(--ok); } .partial, .partly { color: var(--half); }
.incorrect, .missed, .contradicted, .objection, .failed { color: var(--no); }
.quiet, .unneeded { color: var(--quiet); }
</style>
</head>
<body>
"""
_SIGNS = {"correct": "✔", "partial": "◐", "incorrect": "✘"}


class Report:
    """Lines of one HTML page that loads nothing; one sitting after the other is held in memory."""

    def __init__(self, *, log: Lines, asked: Asked, cards: Callable[[], Cards]) -> None:
        self._log = log
        self._asked = asked
        self._cards = cards
        """Called when there is an exercise."""

    def html(self, sitting: str | None = None) -> Iterator[str]:
        yield _HEAD
        yield "<h1>drill</h1>"
        yield (
            f"<p>Out of {FULL}: {PASS_LINE} passes, {AIM_LINE} is the aim. "
            "Only cold answers count: right at the first try, in time, without a hint.</p>"
        )
        count = 0
        for each in self._log.sittings() if sitting is None else (sitting,):
            events = self._log.events(each)
            if events:
                count += 1
                yield from self._sitting(each, events)
        if not count:
            yield "<p>No sitting yet.</p>"
        yield "</body>\n</html>"

    def _sitting(self, sitting: str, events: tuple[Event, ...]) -> Iterator[str]:
        state = replay(events)
        when = _when(events[0].at)
        yield f"<section>\n<h2>{_text(state.plan.title)}</h2>"
        if state.plan.mode == "exercise":
            yield f'<p class="quiet">{when}</p>'
            yield from self._exercise(sitting, events)
        else:
            card = scorecard(state)
            yield f'<p class="quiet">{when}</p>\n<p>{_result(card)}</p>'
            for item in card.items:
                if item.outcome != "open":
                    yield from self._item(item, card.of)
        yield "</section>"

    def _item(self, item: ItemResult, of: int) -> Iterator[str]:
        try:
            asked: Question | LongItem | None = self._asked(item.id)
        except KeyError:
            asked = None
        prompt = asked.prompt if asked else "(this item is not in the bank any more)"
        place = f"{item.index + 1} of {of} · {item.id}"
        yield f'<article>\n<h3><span class="quiet">{_text(place)}</span> {_text(prompt)}</h3>'
        yield f"<p>{_verdict(item)}</p>"
        answer = _marked(item.answer, item.grade) or '<span class="quiet">nothing written</span>'
        yield f"<pre>{answer}</pre>"
        if item.grade is not None and item.grade.points:
            yield from _points(item.answer, item.grade, long=item.kind != "question")
        if item.note:
            yield f"<p><b>Your note</b> {_text(item.note)}</p>"
        if asked:
            yield (
                f"<details><summary>Reference</summary><pre>{_text(asked.reference)}</pre>"
                "</details>"
            )
        yield "</article>"

    def _exercise(self, sitting: str, events: tuple[Event, ...]) -> Iterator[str]:
        bodies = [event.body for event in events]
        scored = next((b for b in reversed(bodies) if isinstance(b, ExerciseScored)), None)
        if scored is None:
            yield '<p class="quiet">left before its end</p>'
            return
        try:
            card = self._cards().card(sitting)
        except DrillError:  # an exercise of a pack that is not installed any more
            yield _sum(scored.fix + scored.steps - scored.hints)
            parts = ((name, f"{points:g}", "") for name, points in scored.parts.items())
            yield from _table([("fix", f"{scored.fix:g}/20", ""), *parts])
            return
        yield _sum(card.points)
        rows = [("fix", f"{card.fix}/20", card.fix_why)]
        rows += [
            (name.replace("_", " "), f"{part.points}/{part.of}", part.why)
            for name, part in card.steps.parts.items()
        ]
        if card.hints:
            levels = ", ".join(map(str, card.hints))
            rows.append(("hints", f"-{card.hint_points}", f"opened: {levels}"))
        yield from _table(rows)


def _result(card: Scorecard) -> str:
    scaled = f", scaled from {card.scaled_from}" if card.scaled_from else ""
    word = "not scored" if card.score is None else f"{whole(card.score)} of {FULL}{scaled}"
    counts = f"cold {card.cold}, warm {card.warm}, helped {card.helped}, partial {card.partial}"
    rest = f"incorrect {card.incorrect}, skipped {card.skipped}"
    look = "quiet" if card.cut or card.passed is None else "passed" if card.passed else "failed"
    told_so = f"{card.cut}: {card.told}" if card.cut else card.told
    return f"<b>{word}</b> {_span(look, told_so)}<br>{counts}, {rest}"


def _sum(points: float) -> str:
    passed = points >= PASS_LINE
    word = _span("passed", "passed") if passed else _span("failed", "not passed")
    return f"<p><b>{whole(max(points, 0))} of {FULL}</b> {word}</p>"


def _verdict(item: ItemResult) -> str:
    facts: list[str] = []
    if item.standing != "not":
        facts.append(item.standing)
    if item.grade is not None and item.kind in {"spoken", "long"}:
        facts.append(f"{tenth(item.grade.score)} of 10")
    facts.append(f"{item.think + item.write:.1f} s of {item.seconds:g} s")
    if item.hints:
        facts.append(f"hints opened: {item.hints}")
    if item.confidence is not None:
        facts.append(f"confidence {item.confidence} of 4")
    if item.grade is not None and not item.grade.sure:
        facts.append("the engine was not sure")
    word = item.verdict or "incorrect"
    said = _span(word, f"{_SIGNS[word]} {item.outcome if item.verdict is None else word}")
    line = f"<b>{said}</b> {_span('quiet', ', '.join(facts))}"
    if item.overruled is not None and item.grade is not None:
        why = f": {item.reason}" if item.reason else ""
        line += f"<br>{_text(f'You say {item.overruled}, the engine {item.grade.verdict}{why}')}"
    return line


def _points(answer: str, grade: Grade, *, long: bool) -> Iterator[str]:
    yield "<table>\n<tr><th>point</th><th>mark</th><th>decided by</th></tr>"
    for point in told(answer, grade, long=long):
        words = f"“{point.words}”" if point.words else ""
        why = f"{point.joint if words else ''}{point.why}" if point.why else ""
        yield (
            f"<tr><td>{_text(point.says)}</td><td>{_span(point.mark, point.word)}</td>"
            f"<td>{_text(words + why)}</td></tr>"
        )
    yield "</table>"


def _table(rows: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    yield '<table class="parts">\n<tr><th>part</th><th>points</th><th>why</th></tr>'
    for cells in rows:
        yield f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>"
    yield "</table>"


def _marked(answer: str, grade: Grade | None) -> str:
    """Return the answer with the words that decided underlined."""
    looks = [""] * len(answer)
    for start, end, status in spans(answer, grade.points if grade is not None else ()):
        looks[start:end] = [status] * (end - start)
    parts: list[str] = []
    start = 0
    for at in range(1, len(answer) + 1):
        if at == len(answer) or looks[at] != looks[start]:
            words = _text(answer[start:at])
            parts.append(f'<mark class="{looks[start]}">{words}</mark>' if looks[start] else words)
            start = at
    return "".join(parts)


def _span(look: str, words: str) -> str:
    return f'<span class="{look}">{_text(words)}</span>'


def _text(words: str) -> str:
    """Escape a text; what a browser could not show stands as its replacement sign."""
    shown = "".join(
        letter if letter.isprintable() or letter in "\n\t" else "\ufffd" for letter in words
    )
    return escape(shown)


def _when(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
