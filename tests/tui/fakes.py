"""Services that answer at once, with a clock that only moves when a test moves it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from drill.config import Config
from drill.errors import StoreError, TakenOverError, UsageError
from drill.model.grade import Grade, Opinion, PointResult
from drill.model.history import DayCount, HistoryRow
from drill.model.scorecard import BandScore, ConceptScore, Counts, ItemResult, Scorecard
from drill.services.progress import Calibration, Debugging, Due, Home, Slow, Trends
from drill.services.second_opinion import SecondOpinion
from drill.services.views import Answered, Preview, Resumable, Review, SittingSpec, View

if TYPE_CHECKING:
    from pathlib import Path

    from drill.model.event import ItemKind, Verdict

BASICS = "Basics are shaky: repeat them before anything else."


@dataclass(frozen=True)
class Item:
    """One question of the little bank."""

    id: str
    kind: ItemKind
    prompt: str
    seconds: float
    right: str
    """A word an answer needs to be right."""
    reference: str
    spoken: str = ""
    hints: tuple[str, ...] = ()


BANK = (
    Item(
        "q14",
        "question",
        "From which x on does exp(x) overflow in FP16?",
        15.0,
        "11",
        "Above about 11.1: e^11.1 is more than 65504, the largest finite FP16 number.",
        "In FP16 the largest number is 65504, so exp overflows a little above eleven.",
        ("What is the largest finite FP16 number?", "Take its natural logarithm."),
    ),
    Item(
        "q07",
        "question",
        "What does a[i] = b[j] do to List[Tensor] in x[/2] and [bold]this[/bold]?",
        20.0,
        "copy",
        "It copies [b]nothing[/b]; a[i] is bound anew.",
    ),
    Item("S-A", "spoken", "Explain overfitting to a colleague.", 60.0, "gap", "The gap grows."),
)


class FakeClock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def grade_of(answer: str, item: Item) -> Grade:
    at = answer.lower().find(item.right)
    wrong = answer.lower().find("never")
    points = [
        PointResult(
            id="core",
            status="hit" if at >= 0 else "missed",
            span=(at, at + len(item.right)) if at >= 0 else None,
            why="accepted as the threshold" if at >= 0 else "missing",
            says="the threshold, about 11",
        ),
        PointResult(
            id="why", status="missed", span=None, why="missing", says="the largest finite number"
        ),
    ]
    if wrong >= 0:
        points.append(
            PointResult(
                id="not",
                status="contradicted",
                span=(wrong, wrong + 5),
                why="says the contrary",
                says="it does overflow",
            )
        )
    right = at >= 0 and wrong < 0
    return Grade(
        verdict="correct" if right else "incorrect",
        sure="perhaps" not in answer,
        credit=1.0 if right else 0.0,
        score=8.0 if right else 1.0,
        points=tuple(points),
    )


class FakePractice:
    """A sitting kept in memory."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.calls: list[tuple[str, Any]] = []
        self.broken = False
        """Every write fails while true."""
        self.taken_over = False
        """Another window has resumed the sitting."""
        self.left: tuple[Resumable, ...] = ()
        self.later: dict[int, tuple[Verdict, str]] = {}
        """Marks overruled from the scorecard."""
        self._items: tuple[Item, ...] = ()
        self._view: View | None = None
        self._until = 0.0

    @property
    def open(self) -> bool:
        return self._view is not None

    def _note(self, name: str, value: Any = None) -> None:
        if self.broken and name != "draft":
            raise StoreError("history.db: the disk is full; nothing was changed")
        self.calls.append((name, value))

    def start(self, spec: SittingSpec) -> View:
        self._note("start", spec)
        if spec.topic == "H":
            raise UsageError("no question fits this choice")
        wanted = {"spoken": ("spoken",), "long": ("long",)}.get(spec.mode, ("question",))
        self._items = tuple(
            one for one in BANK if (one.id in spec.only if spec.only else one.kind in wanted)
        )
        return self._show(0, Counts())

    def _show(self, index: int, counts: Counts) -> View:
        item = self._items[index]
        self._until = self._clock() + item.seconds
        self._view = View(
            sitting="s1",
            mode="grill",
            title="Grill",
            phase="answering",
            index=index,
            position=index + 1,
            of=len(self._items),
            item=item.id,
            kind=item.kind,
            number=int(item.id[1:]) if item.kind == "question" else None,
            topic="D",
            topic_name="NaN debugging",
            prompt=item.prompt,
            left=item.seconds,
            total=item.seconds,
            draft="",
            hints=(),
            hints_left=len(item.hints),
            confidence=None,
            note="",
            review=None,
            counts=counts,
            can_undo=None,
            paused_by=None,
            minutes_left=None,
        )
        return self._view

    def preview(self, spec: SittingSpec) -> Preview:
        ids = () if spec.topic == "H" else tuple(one.id for one in BANK)
        return Preview(asked=len(ids), pool=ids, drawn=bool(spec.shuffle and not spec.seed))

    def resumable(self) -> tuple[Resumable, ...]:
        return self.left

    def resume(self, sitting: str) -> View:
        self._note("resume", sitting)
        self.left = ()
        self._items = BANK[:2]
        view = self._show(0, Counts(cold=3))
        self._view = replace(
            view, phase="paused", draft="around ", left=9.0, prompt="", paused_by="lost"
        )
        return self._view

    def discard(self, sitting: str) -> None:
        self._note("discard", sitting)
        self.left = ()

    def view(self) -> View:
        assert self._view is not None
        if self._view.phase == "answering":
            left = max(0.0, self._until - self._clock())
            self._view = replace(self._view, left=left)
        return self._view

    def drop(self) -> None:
        self.calls.append(("drop", None))
        self._view = None

    def tick(self) -> View:
        if self.taken_over:
            raise TakenOverError("this sitting was resumed in another window")
        view = self.view()
        if view.phase == "answering" and view.left <= 0:
            self.calls.append(("expired", view.draft))
            return self._reviewed(view.draft, by_expiry=True)
        return view

    def draft(self, text: str) -> None:
        self._note("draft", text)
        self._view = replace(self.view(), draft=text)

    def confidence(self, level: int) -> View:
        self._note("confidence", level)
        self._view = replace(self.view(), confidence=level)
        return self._view

    def submit(self, text: str) -> View:
        self._note("submit", text)
        if self.view().phase != "answering" or not text.strip():
            return self.view()
        return self._reviewed(text)

    def _reviewed(self, text: str, *, by_expiry: bool = False) -> View:
        view = self.view()
        item = self._items[view.index]
        grade = grade_of(text, item) if text.strip() else None
        verdict: Verdict | None = grade.verdict if grade else None
        right = verdict == "correct"
        cold = right and not view.hints
        counts = view.counts
        counts = counts.model_copy(
            update={
                "cold": counts.cold + cold,
                "helped": counts.helped + (right and not cold),
                "incorrect": counts.incorrect + (not right),
            }
        )
        result = self._result(view, text, grade)
        review = Review(
            result=result,
            answer=text,
            grade=grade,
            verdict=verdict,
            standing=result.standing,
            took=9.2,
            by_expiry=by_expiry,
            asks_mark=bool(grade and not grade.sure),
            reference=item.reference,
            spoken=item.spoken,
            reference_open=False,
        )
        self._view = replace(
            view,
            phase="reviewing",
            review=review,
            counts=counts,
            can_undo="submit",
            draft=text,
            left=view.left,
        )
        return self._view

    def _result(self, view: View, text: str, grade: Grade | None) -> ItemResult:
        right = grade is not None and grade.verdict == "correct"
        standing = ("helped" if view.hints else "cold") if right else "not"
        return ItemResult(
            index=view.index,
            id=view.item,
            kind=view.kind,
            number=view.number,
            topic=view.topic,
            concepts=("fp16_range",),
            twin_of=None,
            outcome="graded" if grade else "skipped",
            answer=text,
            grade=grade,
            first_grade=None,
            overruled=None,
            reason="",
            verdict=grade.verdict if grade else None,
            standing=standing,
            engine_standing=standing,
            confidence=view.confidence,
            hints=len(view.hints),
            note=view.note,
            think=3.1,
            write=6.1,
            review=2.0,
            seconds=view.total,
        )

    def hint(self) -> View:
        self._note("hint")
        view = self.view()
        item = self._items[view.index]
        opened = item.hints[: len(view.hints) + 1]
        self._view = replace(view, hints=opened, hints_left=len(item.hints) - len(opened))
        return self._view

    def skip(self) -> View:
        self._note("skip")
        return self._reviewed("")

    def pause(self) -> View:
        self._note("pause")
        self._view = replace(self.view(), phase="paused", prompt="", paused_by="person")
        return self._view

    def unpause(self) -> View:
        self._note("unpause")
        view = self.view()
        self._until = self._clock() + view.left
        self._view = replace(
            view, phase="answering", prompt=self._items[view.index].prompt, paused_by=None
        )
        return self._view

    def note(self, text: str) -> View:
        self._note("note", text)
        self._view = replace(self.view(), note=text)
        return self._view

    def show_reference(self) -> View:
        self._note("show_reference")
        view = self.view()
        if view.review:
            self._view = replace(view, review=replace(view.review, reference_open=True))
        return self.view()

    def overrule(self, verdict: Verdict, reason: str) -> View:
        self._note("overrule", (verdict, reason))
        view = self.view()
        assert view.review is not None
        result = view.review.result.model_copy(update={"overruled": verdict, "reason": reason})
        review = replace(view.review, result=result, verdict=verdict, asks_mark=False)
        self._view = replace(view, review=review, can_undo="overrule")
        return self._view

    def item(self, about: View) -> SimpleNamespace:
        return SimpleNamespace(id=about.item, prompt=about.prompt, reference="the reference")

    def opine(self, about: View, opinion: Opinion) -> View:
        self._note("opine", about.item)
        view = self.view()
        assert view.review is not None
        self._view = replace(view, review=replace(view.review, opinion=opinion))
        return self._view

    def undo(self) -> View:
        self._note("undo")
        view = self.view()
        if view.can_undo == "submit":
            self._until = self._clock() + view.left
            self._view = replace(view, phase="answering", review=None, can_undo=None)
        return self.view()

    def next(self) -> View:
        self._note("next")
        view = self.view()
        if view.index + 1 < len(self._items):
            return self._show(view.index + 1, view.counts)
        return self.end()

    def end(self) -> View:
        self._note("end")
        view = replace(self.view(), phase="finished", review=None)
        self._view = None
        return view

    def quit(self) -> None:
        self._note("quit", self.view().draft)
        self._view = None

    def scorecard(self, sitting: str | None = None) -> Scorecard:
        made = card(sitting or "s1")
        return made.model_copy(update={"items": tuple(self._marked(item) for item in made.items)})

    def _marked(self, item: ItemResult) -> ItemResult:
        """Give an item of the card with the mark that was put beside it later."""
        mark, reason = self.later.get(item.index, (None, ""))
        return item.model_copy(update={"overruled": mark, "reason": reason}) if mark else item

    def answered(self, sitting: str, index: int) -> Answered:
        item, text = BANK[0], "around ten, so set_detect_anomaly(True)"
        made = self._marked(card(sitting).items[index])
        grade = grade_of(text, item)
        made = made.model_copy(update={"grade": grade, "verdict": made.overruled or grade.verdict})
        return Answered(
            sitting=sitting,
            title="Grill",
            index=index,
            of=20,
            prompt=f"{item.prompt} ({index + 1})",
            review=Review(
                result=made,
                answer=text,
                grade=grade,
                verdict=made.verdict,
                standing="not",
                took=9.2,
                by_expiry=False,
                asks_mark=False,
                reference=item.reference,
                spoken=item.spoken,
                reference_open=False,
            ),
        )

    def overrule_later(self, sitting: str, index: int, verdict: Verdict, reason: str) -> Scorecard:
        self._note("overrule_later", (sitting, index, verdict, reason))
        self.later[index] = verdict, reason
        return self.scorecard(sitting)


def item_result(number: int, verdict: Verdict | None, standing: str) -> ItemResult:
    return ItemResult.model_validate(
        {
            "index": number - 1,
            "id": f"q{number:02d}",
            "kind": "question",
            "number": number,
            "topic": "A",
            "concepts": ("learning_rate",),
            "twin_of": None,
            "outcome": "graded" if verdict else "open",
            "answer": "",
            "grade": None,
            "first_grade": None,
            "overruled": None,
            "reason": "",
            "verdict": verdict,
            "standing": standing,
            "engine_standing": standing,
            "confidence": 3 if number % 2 else None,
            "hints": 0,
            "note": "",
            "think": 4.0,
            "write": 5.5 + number,
            "review": 3.0,
            "seconds": 15.0,
        }
    )


def bands() -> tuple[BandScore, ...]:
    names = (("basics", 1, 15, 11, True), ("data", 16, 30, 9, False), ("senior", 31, 40, 8, True))
    return tuple(
        BandScore(
            name=name,
            first=first,
            last=last,
            cold=cold,
            of=last - first + 1,
            holds=holds,
            meaning="Data or numerics will fool you: check inputs before the model.",
        )
        for name, first, last, cold, holds in names
    )


def card(sitting: str) -> Scorecard:
    verdicts: tuple[tuple[Verdict | None, str], ...] = (
        ("correct", "cold"),
        ("correct", "warm"),
        ("partial", "not"),
        ("incorrect", "not"),
        (None, "not"),
    )
    items = tuple(
        item_result(place + 1, *verdicts[0 if place % 3 else place % 5]) for place in range(20)
    )
    return Scorecard(
        sitting=sitting,
        mode="grill",
        title="Grill",
        finished=True,
        ended="done",
        of=50,
        answered=47,
        cold=31,
        warm=4,
        helped=2,
        partial=5,
        incorrect=6,
        skipped=2,
        not_reached=0,
        engine_cold=30,
        overruled=1,
        score=31.0,
        scaled_from=None,
        passed=True,
        aim=None,
        plan_passed=None,
        core_cold=28,
        core_of=40,
        core_passed=True,
        bands=bands(),
        weakest_band="data",
        can_answer=29,
        can_answer_of=46,
        think=312.0,
        write=540.5,
        review=200.0,
        slowest=items[:3],
        weakest=(
            ConceptScore(concept="gradient_clipping", cold=0, of=2),
            ConceptScore(concept="data-leakage", cold=1, of=3),
        ),
        mean_long=None,
        advice=(
            "Repeat 16-30: nine of fifteen held.",
            "Take one five-minute plan: the aim asks for it.",
        ),
        items=items,
    )


def home_view(**changes: Any) -> Home:
    values: dict[str, Any] = {
        "cold": 31,
        "asked": 47,
        "of": 50,
        "bands": bands(),
        "debugging": Debugging(
            mean=26.0, exercises=4, weakest_part="verify", weakest_points=1.9, weakest_of=6
        ),
        "due": Due(questions=("q14", "q07"), exercises=("lru-eviction",), minutes=18.0, new=3),
        "interview_in": 12,
        "resumable": 0,
        "last": None,
    }
    return Home(**(values | changes))


def history_row(place: int) -> HistoryRow:
    at = datetime(2026, 11, 1 + place % 28, 9, 30, tzinfo=UTC)
    return HistoryRow(
        sitting=f"s{place}",
        mode="grill",
        title="Grill",
        started=at,
        last=at,
        finished=place % 7 != 6,
        of=50,
        answered=50,
        cold=20 + place % 15,
        warm=3,
        helped=1,
        partial=4,
        incorrect=21 - place % 15,
        skipped=1,
        score=20.0 + place % 15,
        scaled_from=None,
        think=600.0,
        write=900.0,
        review=360.0,
        touched=True,
    )


class FakeProgress:
    def __init__(self) -> None:
        self.shown = home_view()
        self.rows = tuple(history_row(place) for place in range(24))

    def home(self) -> Home:
        return self.shown

    def history(self, limit: int = 50, before: str | None = None) -> tuple[HistoryRow, ...]:
        return self.rows[:limit] if before is None else ()

    def trends(self) -> Trends:
        return Trends(
            home=self.shown,
            sittings=self.rows,
            weakest=(ConceptScore(concept="gradient_clipping", cold=0, of=2),),
            calibration=tuple(
                Calibration(level=level, answers=level * 4, right=level * level)
                for level in (1, 2, 3, 4)
            ),
            slowest=(Slow(item="q14", mean=13.0, limit=15.0),),
            days=tuple(
                DayCount(day=date(2026, 11, 1 + place), answers=place % 9, cold=place % 4)
                for place in range(28)
            ),
            answers=431,
            minutes=912.0,
        )


class FakeExport:
    def jsonl(self) -> list[str]:
        return ['{"event": 1}']

    def csv(self) -> list[str]:
        return ["sitting,item"]


class FakeReport:
    def html(self) -> list[str]:
        return ["<p>one</p>"]


class FakeDeck:
    def notes(self) -> list[str]:
        return ["#separator:tab"]


class FakeServices:
    """What `drill.bootstrap.Services` looks like to a screen."""

    def __init__(self, home: Path, config: Config | None = None) -> None:
        self.home = home
        self.clock = FakeClock()
        self.config = config or Config()
        self.practice = FakePractice(self.clock)
        self.progress = FakeProgress()
        self.export = FakeExport()
        self.report = FakeReport()
        self.deck = FakeDeck()
        self.second_opinion = SecondOpinion(None)
        self.closed = False

    def warm(self) -> None:
        """Nothing has to be loaded."""

    def close(self) -> None:
        self.closed = True
