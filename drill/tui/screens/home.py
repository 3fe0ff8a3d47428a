"""The first screen: where one stands, what is due, and every way in."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from drill.errors import DrillError
from drill.model.scale import tenth, whole
from drill.tui.screens.base import Base
from drill.tui.text import counted, join, plain, spaced
from drill.tui.widgets.rows import Rows
from drill.tui.widgets.scorebar import ScoreBar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.widget import Widget

    from drill.config import Config
    from drill.model.event import Mode
    from drill.model.scorecard import BandScore
    from drill.services.progress import Home
    from drill.services.views import Resumable, SittingSpec

_WAYS: tuple[tuple[str, str, str], ...] = (
    ("home.quick", "quick fire", "10 questions, 15 s each"),
    ("home.grill", "grill", "all 50, a band, a topic"),
    ("home.spoken", "say it out loud", "8 sections, 60-90 s"),
    ("home.long", "five long questions", "plans under time"),
    ("home.mock", "full mock", "45 minutes, mixed"),
    ("home.fix", "fix broken code", "the way counts too"),
    ("home.history", "history", "sittings and trends"),
)
_FRESH = "Nothing asked yet. q asks ten quick ones, about three minutes."


class HomeScreen(Base[None]):
    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "today", "start", id="home.today", tooltip="Start what is due today"),
        Binding(
            "q",
            "setup('quick_fire')",
            "quick fire",
            id="home.quick",
            tooltip="Ten questions, 15 s each",
            show=False,
        ),
        Binding(
            "g",
            "setup('grill')",
            "grill",
            id="home.grill",
            tooltip="All 50 questions, a band or a topic",
            show=False,
        ),
        Binding(
            "l",
            "setup('spoken')",
            "say it out loud",
            id="home.spoken",
            tooltip="The eight spoken sections",
            show=False,
        ),
        Binding(
            "v",
            "setup('long')",
            "long questions",
            id="home.long",
            tooltip="The five long questions",
            show=False,
        ),
        Binding(
            "m",
            "setup('mixed')",
            "full mock",
            id="home.mock",
            tooltip="A mock over everything",
            show=False,
        ),
        Binding(
            "f",
            "fix",
            "fix broken code",
            id="home.fix",
            tooltip="Exercises: mend code, and how you got there",
            show=False,
        ),
        Binding(
            "h",
            "history",
            "history",
            id="home.history",
            tooltip="Sittings, trends, weak concepts",
            show=False,
        ),
        Binding(
            "r", "resume", "resume", id="home.resume", tooltip="Go on with a sitting that was left"
        ),
        Binding("escape", "ask_leave", "quit", id="home.leave", tooltip="Leave drill; asks first"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._home: Home | None = None
        self._left: tuple[Resumable, ...] = ()
        self._offered = False

    def body(self) -> Iterable[Widget]:
        with VerticalScroll(id="page", can_focus=False):
            with Vertical(id="scores"):
                yield ScoreBar("ANSWERS", self.glyphs, id="answers")
                yield Static("", id="bands", markup=False)
                yield ScoreBar("DEBUGGING", self.glyphs, id="debugging")
            yield Static("", id="today", markup=False)
            yield Rows(id="ways")

    def on_mount(self) -> None:
        self.top.title("drill")
        self._show_ways()
        self.call_after_refresh(self._load)

    def on_screen_resume(self) -> None:
        if self._home is not None:
            self._load()

    def _load(self) -> None:
        """Read settings and history once the screen stands."""
        services = self.drill.services
        if self.drill.config is None:
            self.ask(lambda: services.config, self._configured)
        self.ask(self._read_home, self._loaded, self._unreadable)
        self.ask(self._read_left, self._resumables, self._unreadable)

    def _read_home(self) -> Home:
        return self.drill.services.progress.home()

    def _read_left(self) -> tuple[Resumable, ...]:
        services = self.drill.services
        exercises = services.fix.resumable() if self.drill.has_exercises else ()
        both = (*services.practice.resumable(), *exercises)
        return tuple(sorted(both, key=lambda one: one.last, reverse=True))

    def _warm(self) -> None:
        """Load the bank ahead of the first question; what is wrong with it is told when asked."""
        with suppress(DrillError):
            self.drill.services.warm()

    def _configured(self, config: Config) -> None:
        self.drill.configure(config)
        self._show_ways()

    def _unreadable(self, error: DrillError) -> None:
        """Keep what is wrong with the history on screen: nothing can be practised until then."""
        head = Content.styled("HISTORY    ", "bold $error")
        self.query_one("#today", Static).update(Content.assemble(head, plain(str(error))))

    def _loaded(self, home: Home) -> None:
        self._home = home
        days = home.interview_in
        right = ""
        if days is not None and days >= 0:
            right = "interview today" if days == 0 else f"interview in {counted(days, 'day')}"
        self.top.title("drill", right)
        self._show_scores(home)
        self._show_today(home)
        self.refresh_bindings()

    def _show_scores(self, home: Home) -> None:
        answers = self.query_one("#answers", ScoreBar)
        answers.show(
            home.cold if home.asked else None, f"cold {home.cold}/{home.of}", "pass 28  aim 30"
        )
        bands = [self._band(band) for band in home.bands if band.of and home.asked]
        self.query_one("#bands", Static).update(join(bands, "   "))
        self.query_one("#bands").display = bool(bands)
        fixed = home.debugging
        bar = self.query_one("#debugging", ScoreBar)
        if fixed.mean is None:
            bar.show(None, "none yet", "f mends the first one")
            return
        weak = ""
        if fixed.weakest_part is not None:
            part = spaced(fixed.weakest_part)
            weak = f"weakest: {part} {tenth(fixed.weakest_points or 0)}/{fixed.weakest_of}"
        bar.show(fixed.mean, f"mean {whole(fixed.mean)}/50", weak)

    def _band(self, band: BandScore) -> Content:
        word, style = {
            True: ("holds", "$success"),
            False: ("weak", "$warning"),
            None: ("new", "$quiet"),
        }[band.holds]
        return Content.assemble(
            (f"{band.first}-{band.last} {band.name.split()[0]} {band.cold}/{band.of} ", "$quiet"),
            (word, style),
        )

    def _show_today(self, home: Home) -> None:
        due = home.due
        lines: list[Content] = []
        parts = []
        if due.questions:
            parts.append(counted(len(due.questions), "question"))
        if due.exercises:
            parts.append(counted(len(due.exercises), "exercise"))
        if not home.asked:
            lines.append(plain(_FRESH))
        elif parts:
            verb = "is" if len(due.questions) + len(due.exercises) == 1 else "are"
            text = f"{' and '.join(parts)} {verb} due, about {max(1, round(due.minutes))} min"
            lines.append(Content.assemble(("TODAY      ", "bold"), text))
        else:
            lines.append(Content.assemble(("TODAY      ", "bold"), ("nothing is due", "$success")))
        if home.resumable:
            lines.append(
                Content.assemble(
                    ("LEFT OPEN  ", "bold"), f"{counted(home.resumable, 'sitting')}, r goes on"
                )
            )
        self.query_one("#today", Static).update(join(lines))

    def _show_ways(self) -> None:
        keys = {binding.id: key for key, (_, binding, _, _) in self.active_bindings.items()}
        rows = []
        for name, label, detail in _WAYS:
            if name == "home.fix" and not self.drill.has_exercises:
                continue
            text = Content.assemble((f"{label:<22}", "$foreground"), (detail, "$quiet"))
            rows.append((Content.styled(keys.get(name, "?"), "bold $primary"), text))
        self.query_one("#ways", Rows).show(rows)

    def _resumables(self, left: tuple[Resumable, ...]) -> None:
        self._left = left
        self.refresh_bindings()
        self.run_worker(self._warm, thread=True, group="warm")
        if left and not self._offered and self.drill.screen is self:
            self.action_resume()
        self._offered = True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002 - Textual's signature
        match action:
            case "resume":
                return bool(self._left)
            case "today":
                return self._home is not None and bool(
                    self._home.due.questions or not self._home.asked or self._only_exercises
                )
            case "fix":
                return self.drill.has_exercises
            case _:
                return True

    def action_ask_leave(self) -> None:
        """Ask first: one leaves other screens with the same key, and may press it too often."""
        from drill.tui.screens.asking import ConfirmScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(
            ConfirmScreen("Leave drill?", "All is kept; esc stays here."), self._leave
        )

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.drill.action_leave()

    def action_resume(self) -> None:
        from drill.tui.screens.resume import ResumeScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(ResumeScreen(self._left), self._resume)

    def _resume(self, answer: tuple[str, str] | None) -> None:
        match answer:
            case ("resume", sitting) if self._mode(sitting) == "exercise":
                self.drill.fixing.resume(sitting)
            case ("resume", sitting):
                self.drill.sitting.resume(sitting)
            case ("discard", sitting):
                services = self.drill.services
                exercise = self._mode(sitting) == "exercise"
                discard = services.fix.discard if exercise else services.practice.discard
                self.ask(lambda: discard(sitting), lambda _: self._load())
            case _:
                pass

    def _mode(self, sitting: str) -> str:
        return next(one.mode for one in self._left if one.sitting == sitting)

    def action_setup(self, mode: Mode) -> None:
        from drill.tui.screens.setup import SetupScreen  # noqa: PLC0415 - each screen when it is shown

        self.app.push_screen(SetupScreen(mode), self._set_up)

    def _set_up(self, spec: SittingSpec | None) -> None:
        if spec is not None:
            self.go_on(lambda practice: practice.start(spec))

    @property
    def _only_exercises(self) -> bool:
        """Whether what is due today are exercises alone."""
        due = self._home.due if self._home is not None else None
        return bool(due and due.exercises and not due.questions) and self.drill.has_exercises

    def action_today(self) -> None:
        from drill.services.views import SittingSpec  # noqa: PLC0415 - pydantic comes with it

        if self._only_exercises:
            self.action_fix()
        elif self._home is not None and not self._home.due.questions:
            self.action_setup("quick_fire")
        elif self._home is not None:
            spec = SittingSpec(mode="mixed", only=self._home.due.questions)
            self.go_on(lambda practice: practice.start(spec))

    def action_history(self) -> None:
        self.drill.open("history:HistoryScreen")

    def action_fix(self) -> None:
        self.drill.open("exercises:ExercisesScreen")
