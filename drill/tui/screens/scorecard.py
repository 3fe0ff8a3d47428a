"""The end of a sitting: what counted, which line was reached, what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.model.scale import whole
from drill.tui.scorelines import core_line, item_lines, lines_line, outcome_rows, summary_rows
from drill.tui.screens.base import Base
from drill.tui.screens.sitting import SittingScreen
from drill.tui.widgets.pick import Pick
from drill.tui.widgets.rows import Rows
from drill.tui.widgets.scorebar import ScoreBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.model.scorecard import Scorecard
    from drill.services.views import View


class ScorecardScreen(SittingScreen):
    CSS_PATH = "scorecard.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "look",
            "this answer",
            id="card.look",
            tooltip="The picked answer with its marks; there o overrules",
        ),
        Binding("escape", "close", "done", id="card.close", tooltip="Back to where you came from"),
        Binding(
            "w",
            "again",
            "again, the weak ones",
            id="card.again",
            tooltip="A new sitting over what was not cold",
        ),
        Binding(
            "h", "history", "history", id="card.history", tooltip="This sitting among the others"
        ),
    ]

    def __init__(self, sitting: str, view: View | None = None) -> None:
        super().__init__(view)  # type: ignore[arg-type]  # a card of the history has no running view
        self._sitting = sitting
        self._card: Scorecard | None = None

    def fits(self, view: View) -> bool:
        return view.phase == "finished" and view.sitting == self._sitting

    def open_help(self) -> None:
        """Show the keys: no clock runs here."""
        Base.open_help(self)

    def update_view(self, view: View) -> None:
        """Do nothing: a finished sitting does not change."""

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(id="page", can_focus=False):
            yield ScoreBar("ANSWERS", self.glyphs, id="answers")
            with Horizontal(id="panes"):
                with Vertical(id="summary"):
                    yield Rows(id="facts", gutter=12)
                with Vertical(id="items"):
                    yield Static(Content.styled("Each answer", "bold"), markup=False)
                    yield Pick([], self.glyphs)

    def on_mount(self) -> None:
        self.top.title("Scorecard")
        self.query_one(Pick).focus(scroll_visible=False)
        self._load()

    def on_screen_resume(self) -> None:
        if self._card is not None:
            self._load()

    def _load(self) -> None:
        self.ask(lambda: self.drill.services.practice.scorecard(self._sitting), self._loaded)

    def _loaded(self, card: Scorecard) -> None:
        self._card = card
        joint = f" {self.glyphs.joint} "
        state = "scorecard" if card.finished else "left open"
        self.top.title(
            f"{self.glyphs.fit(card.title)}{joint}{state}", f"{card.answered} of {card.of} answered"
        )
        score = "-" if card.score is None else f"{whole(card.score)}/50"
        self.query_one("#answers", ScoreBar).show(card.score, score, lines_line(card, self.glyphs))
        rows: list[tuple[Content | str, Content | str]] = [
            *outcome_rows(card, self.glyphs),
            *core_line(card, self.glyphs),
            *summary_rows(card, self.glyphs),
        ]
        self.query_one("#facts", Rows).show(rows)
        self.query_one(Pick).show(item_lines(card, self.glyphs))
        self.refresh_bindings()

    def on_pick_moved(self, event: Pick.Moved) -> None:
        """Bring the summary back with the first answer: it stands above it."""
        if event.at == 0:
            self.query_one("#page", VerticalScroll).scroll_home(animate=False)

    def on_pick_chosen(self) -> None:
        self.action_look()

    def action_look(self) -> None:
        if self._card is not None and self._card.items:
            place = self._card.items[self.query_one(Pick).at].index
            self.drill.open("answer_card:AnswerScreen", self._sitting, place)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        if action == "again":
            return bool(self._not_cold())
        return action != "finish"

    def _not_cold(self) -> tuple[str, ...]:
        items = self._card.items if self._card else ()
        return tuple(
            item.id for item in items if item.standing != "cold" and item.kind != "exercise"
        )

    def action_close(self) -> None:
        self.app.pop_screen()

    def action_history(self) -> None:
        self.drill.home()
        self.drill.open("history:HistoryScreen")

    def action_again(self) -> None:
        from drill.services.views import SittingSpec  # noqa: PLC0415 - pydantic comes with it

        card = self._card
        if card is not None:
            spec = SittingSpec(mode=card.mode, only=self._not_cold())
            self.drill.home()
            below = self.drill.screen
            if isinstance(below, Base):
                below.go_on(lambda practice: practice.start(spec))
