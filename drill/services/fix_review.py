"""An exercise looked back at: card, timeline, comparison, debrief."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from fsrs import Rating

from drill.content.instances import instance
from drill.debugging import score
from drill.debugging.card import ExerciseCard, card
from drill.debugging.recovery import Recovery, recovered
from drill.debugging.trace import clock
from drill.debugging.versions import diff
from drill.model import event as ev
from drill.model import steps as st
from drill.model.exercise import Exercise
from drill.model.history import CardRow, ExerciseRow
from drill.model.scale import AIM_LINE, PASS_LINE
from drill.model.steps import Part, PartScore
from drill.scheduling.cards import Review as When
from drill.scheduling.cards import due_after
from drill.services.fix_session import (
    Record,
    Texts,
    instance_of,
    record_of,
    slug_of,
    text_sha,
)
from drill.services.fix_views import Comparison, Debriefing, Moment, OwnTestsShown, WrongFixShown
from drill.services.root_cause import KnownCause
from drill.sitting.evolve import replay


class Past(Protocol):
    """The part of the history that looking back needs."""

    def events(self, sitting: str) -> tuple[ev.Event, ...]: ...
    def exercises(self, limit: int) -> tuple[ExerciseRow, ...]: ...


REMEMBERED = 200
"""Exercises of the history in which the attempt before is looked for."""


EVER = 1_000_000
"""More exercises than a history holds."""


class Review:
    def __init__(
        self,
        *,
        log: Past,
        get: Callable[[str], Exercise],
        cause: Callable[[Exercise], KnownCause],
    ) -> None:
        self._log = log
        self._get = get
        self._cause = cause

    def card_of(self, exercise: Exercise, record: Record) -> ExerciseCard:
        """Score a record; the same record, the same card."""
        known = self._cause(exercise)
        steps = score(record.steps, root_cause=known.credit, original=known.original)
        hints = [step.level for step in record.steps if isinstance(step, st.Hint)]
        fix, solved, why = _fix(record, [group.name for group in exercise.sheet.groups])
        return card(exercise.slug, fix, steps, hints, solved=solved, fix_why=why)

    def card(self, sitting: str) -> ExerciseCard:
        """Score an exercise of the history anew."""
        exercise, record, _ = self._past(sitting)
        return self.card_of(exercise, record)

    def attempts(self, slug: str) -> int:
        """Return how often an exercise was closed: the number of its next instance."""
        return sum(row.slug == slug for row in self._log.exercises(EVER))

    def due_again(self, card: ExerciseCard, at: datetime) -> CardRow:
        """Say when the exercise comes back, by this attempt and those before it."""
        before = [row for row in self._log.exercises(REMEMBERED) if row.slug == card.slug]
        reviews = [When(row.at, _rating(row.points)) for row in reversed(before)]
        due = due_after([*reviews, When(at, _rating(card.points))])
        return CardRow(item=card.slug, due=due, reviewed=at)

    def timeline(self, sitting: str) -> tuple[Moment, ...]:
        """Return every step in words, with the version it was done on and what it earned."""
        exercise, record, _ = self._past(sitting)
        parts = self.card_of(exercise, record).steps.parts
        earned, cost = _decided(parts)
        moments: list[Moment] = []
        sha: str | None = None
        for index, (step, raw) in enumerate(zip(record.steps, record.raw, strict=True)):
            sha = raw.get("sha", sha)
            moments.append(
                Moment(
                    t=step.t,
                    kind=step.kind,
                    says=_says(step, raw),
                    sha=sha,
                    earned=tuple(earned.get(index, ())),
                    cost=tuple(cost.get(index, ())),
                )
            )
        return _with_interruption(moments, record)

    def text(self, sitting: str, sha: str | None) -> str:
        """Return a version of an exercise of the history; None: as it was given."""
        exercise, record, _ = self._past(sitting)
        return exercise.broken if sha is None else record.texts.get(sha, "")

    def comparison(self, sitting: str) -> Comparison:
        exercise, record, texts = self._past(sitting)
        now = self.card_of(exercise, record)
        before = self._before(sitting, exercise.slug)
        parts = {
            str(name): (part.points, None if before is None else int(before.parts.get(name, 0)))
            for name, part in now.steps.parts.items()
        }
        return Comparison(
            to_reference=diff(texts.source, exercise.fixed, "yours", "reference"),
            points=now.points,
            before=None if before is None else round(before.points),
            parts=parts,
        )

    def debriefing(self, sitting: str) -> Debriefing:
        exercise, record, _ = self._past(sitting)
        sheet = exercise.sheet
        return Debriefing(
            root_cause=tuple(point.says for point in sheet.root_cause.points if point.id != ANY),
            logs=sheet.debrief.logs,
            find=sheet.debrief.find,
            prevent=sheet.debrief.prevent,
            sources=sheet.debrief.sources,
            reference=exercise.fixed,
            recovery=_recovery(record, exercise),
            own_tests=_own_tests(record),
        )

    def _past(self, sitting: str) -> tuple[Exercise, Record, Texts]:
        events = self._log.events(sitting)
        record = record_of(events)
        exercise = instance(self._get(slug_of(events)), instance_of(record))
        return exercise, record, Texts.of_draft(replay(events).items[0].draft)

    def _before(self, sitting: str, slug: str) -> ExerciseRow | None:
        rows: Sequence[ExerciseRow] = self._log.exercises(REMEMBERED)
        of_slug = [row for row in rows if row.slug == slug]
        places = [place for place, row in enumerate(of_slug) if row.sitting == sitting]
        older = of_slug[places[0] + 1 :] if places else of_slug
        return older[0] if older else None


def _decided(
    parts: Mapping[Part, PartScore],
) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the parts that each event earned, and those that it cost points."""
    earned: dict[int, list[str]] = {}
    cost: dict[int, list[str]] = {}
    for name, part in parts.items():
        # discipline names the blind edits: what it names took points away
        loses = not part.points or (name == "discipline" and part.points < part.of)
        for index in part.events:
            (cost if loses else earned).setdefault(index, []).append(name)
    return earned, cost


def _fix(record: Record, names: Sequence[str]) -> tuple[int, bool, str]:
    """Return the points of the last judged submission, whether it solved it, and why."""
    for step, raw in zip(reversed(record.steps), reversed(record.raw), strict=True):
        if isinstance(step, st.Submitted) and step.verdict != "could_not_run":
            points, solved = int(raw.get("fix_points", 0)), step.verdict == "solved"
            return points, solved, _fix_why(step, names)
    return 0, False, "nothing was submitted"


def _fix_why(submit: st.Submitted, names: Sequence[str]) -> str:
    at = f"{clock(submit.t)} the last submission"
    if submit.verdict == "solved":
        return f"{at}: all groups of checks hold"
    if not submit.groups:
        return f"{at}: {submit.verdict.replace('_', ' ')}"
    failing = [name for name in names if name not in (submit.held or ())]
    why = f"{at}: {submit.groups_passed} of {submit.groups} groups of checks hold"
    if submit.held is not None and failing:
        why += f", not {', '.join(failing)}"
    return why + ("; without the planted fault none counts" if FAULT in failing else "")


ANY = "any_of_them"
"""A point that only asks for one of the others: it is no cause of its own."""
FAULT = "fault"
"""The group that covers the planted fault."""


def _rating(points: float) -> Rating:
    if points < PASS_LINE:
        return Rating.Again
    if points < AIM_LINE:
        return Rating.Hard
    return Rating.Easy if points >= EASY else Rating.Good


EASY = 45
"""Points of 50 from which an exercise was easy and comes back late."""


def _recovery(record: Record, exercise: Exercise) -> Recovery | None:
    if record.interrupted is None:
        return None
    return recovered(record.steps, record.interrupted["t"], text_sha(exercise.broken))


def _own_tests(record: Record) -> OwnTestsShown | None:
    for step, raw in zip(reversed(record.steps), reversed(record.raw), strict=True):
        if isinstance(step, st.OwnTest):
            names = {True: raw.get("caught_names", ()), False: raw.get("missed_names", ())}
            return OwnTestsShown(
                holds_on_fixed=step.holds_on_fixed,
                wrong=tuple(
                    WrongFixShown(says=str(says), caught=caught)
                    for caught, all_of_them in names.items()
                    for says in all_of_them
                ),
            )
    return None


def _with_interruption(moments: list[Moment], record: Record) -> tuple[Moment, ...]:
    if record.interrupted is None:
        return tuple(moments)
    t = record.interrupted["t"]
    place = sum(moment.t <= t for moment in moments)
    sha = moments[place - 1].sha if place else None
    says = str(record.interrupted["what"]).replace("_", " ")
    moments.insert(place, Moment(t=t, kind="interrupted", says=says, sha=sha))
    return tuple(moments)


_RAN = {"example": "example", "own": "own tests", "scratch": "scratch file"}


def _says(step: st.StepEvent, raw: dict[str, object]) -> str:
    """Say what came of a step; what kind of step it was stands beside it."""
    more = f": {raw['says']}" if raw.get("says") else ""
    match step:
        case st.Opened():
            which = f", instance {step.instance}" if step.instance else ""
            says = f"{step.minutes:g} minutes{which}"
        case st.Ran():
            looked = ", a closer look," if step.probe or step.smaller else ""
            says = f"{_RAN[step.target]}{looked} {'failed' if step.failed else 'held'}{more}"
        case st.Hypothesis():
            says = f"{step.verdict}: {step.text}"
        case st.Edited():
            says = f"+{step.added} -{step.removed} lines"
        case st.OwnTest():
            holds = "hold" if step.holds_on_fixed else "do not hold"
            says = f"{holds} on the reference, catch {step.caught} of {step.of}"
        case st.Submitted():
            groups = f"{step.groups_passed} of {step.groups} groups"
            says = f"{step.verdict.replace('_', ' ')}, {groups}{more}"
        case st.Hint():
            says = f"level {step.level}"
        case st.Explained():
            says = step.text
        case st.Closed():
            says = step.reason
    return says
