"""A practice service that answers at once."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from drill.errors import StoreError, TakenOverError, UsageError
from drill.model.scorecard import Counts, ItemResult, Scorecard
from drill.services.views import Answered, Preview, Resumable, Review, SittingSpec, View

if TYPE_CHECKING:
    from drill.model.event import Verdict
    from drill.model.grade import Grade, Opinion

from fake_cards import card
from fake_items import BANK, FakeClock, Item, grade_of


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
