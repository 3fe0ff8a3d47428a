from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING

from conftest import burst, screen_is, shown, shows, until
from fakes import home_view
from textual.widgets import TextArea

from drill.config import Config
from drill.errors import ConfigError, StoreError
from drill.services.progress import Debugging, Due
from drill.services.views import Resumable, SittingSpec
from drill.tui.screens.home import HomeScreen
from drill.tui.screens.setup import runs

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from fakes import FakeServices

    from drill.model.history import HistoryRow
    from drill.services.progress import Home
    from drill.services.views import View
    from drill.tui.app import DrillApp


def replace_title(row: HistoryRow, title: str) -> HistoryRow:
    return row.model_copy(update={"title": title})


def left_open(*, elsewhere: bool = False) -> Resumable:
    at = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
    return Resumable(
        sitting="s9",
        mode="grill",
        title="Grill",
        started=at,
        last=at,
        answered=7,
        of=50,
        open_elsewhere=elsewhere,
    )


async def test_home_shows_where_one_stands(app: DrillApp) -> None:
    """Scores, bands, what is due and the ways in stand on the first screen."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        text = shown(pilot)
        assert "interview in 12 days" in text
        assert "16-30 data 9/15 weak" in text
        assert "2 questions and 1 exercise are due, about 18 min" in text
        assert "quick fire" in text
        assert "enter start" in text


async def test_a_fresh_home_says_where_to_begin(app: DrillApp, services: FakeServices) -> None:
    """Without any answer there is a first thing to do instead of empty numbers."""
    services.progress.shown = home_view(cold=0, asked=0, interview_in=None)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "Nothing asked yet")


async def test_today_asks_what_is_due(app: DrillApp, services: FakeServices) -> None:
    """Enter at home starts exactly the due questions."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
        spec = dict(services.practice.calls)["start"]
        assert spec == SittingSpec(mode="mixed", only=("q14", "q07"))


async def test_today_leads_to_the_exercises_when_they_alone_are_due(
    app: DrillApp, services: FakeServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter is not dead under a line that says that an exercise is due."""
    opened: list[bool] = []
    monkeypatch.setattr(HomeScreen, "action_fix", lambda _: opened.append(True))
    shelf = SimpleNamespace(resumable=lambda: (), run=None)
    monkeypatch.setattr(type(services), "fix", shelf, raising=False)
    due = Due(questions=(), exercises=("lru-eviction",), minutes=10.0, new=0)
    services.progress.shown = home_view(due=due)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "1 exercise is due, about 10 min")
        await shows(pilot, "enter start")
        await pilot.press("enter")
        await until(pilot, lambda: opened == [True])


async def test_a_left_sitting_is_offered_at_the_start(
    app: DrillApp, services: FakeServices
) -> None:
    """It comes back paused, with its draft and its clock, and goes on with enter."""
    services.practice.left = (left_open(elsewhere=True),)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await screen_is(pilot, "ResumeScreen")
        await shows(pilot, "7 of 50 answered")
        assert "A drill was at it seconds ago" in shown(pilot)
        await pilot.press("enter")
        await screen_is(pilot, "PausedScreen")
        await shows(pilot, "drill ended without a word here")
        assert "the last second may be missing" in " ".join(shown(pilot).split())
        assert "as it was" not in shown(pilot)
        await shows(pilot, "00:09 on the clock, 7 characters in the box")
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
        assert app.screen.query_one("AnswerBox").text == "around "  # type: ignore[attr-defined]


async def test_a_left_sitting_can_be_ended(app: DrillApp, services: FakeServices) -> None:
    """X ends it as it stands."""
    services.practice.left = (left_open(),)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await screen_is(pilot, "ResumeScreen")
        await pilot.press("x")
        await until(pilot, lambda: ("discard", "s9") in services.practice.calls)


async def test_setup_hands_over_what_was_chosen(app: DrillApp, services: FakeServices) -> None:
    """Band, source, order, seed and caps reach the service as they were set."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("g")
        await screen_is(pilot, "SetupScreen")
        await shows(pilot, "3 questions")
        await pilot.press("right", "right", "down", "down", "right", "down", "right")
        await pilot.press("down", "4", "2", "down", "1", "2", "backspace", "down", "9")
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
        assert dict(services.practice.calls)["start"] == SittingSpec(
            mode="grill", band="data", source="weak", shuffle=True, seed=42, items=1, minutes=9.0
        )


async def test_a_choice_that_fits_nothing_says_so(app: DrillApp) -> None:
    """The preview warns, and starting anyway is a plain notice."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("g")
        await screen_is(pilot, "SetupScreen")
        await pilot.press("down", "left")
        await shows(pilot, "Nothing fits this choice")
        await pilot.press("enter")
        await shows(pilot, "no question fits this choice")
        await screen_is(pilot, "HomeScreen")


async def test_history_draws_the_lines(app: DrillApp) -> None:
    """The chart carries 28 or 30 at its line; a sitting opens its scorecard."""
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await shows(pilot, "28-30")
        await shows(pilot, "gradient clipping")
        await shows(pilot, "certain")
        await pilot.press("down", "down", "enter")
        await screen_is(pilot, "ScorecardScreen")
        await shows(pilot, "31/50")
        await pilot.press("escape")
        await screen_is(pilot, "HistoryScreen")


async def test_the_history_says_what_a_score_is_made_of(
    app: DrillApp, services: FakeServices
) -> None:
    """An exercise has a fix and steps; a sitting that was cut short says after how many."""
    one, two, *rest = services.progress.rows
    fixed = {"mode": "exercise", "points": 29.67, "fix": 20.0, "steps": 9.67, "finished": True}
    short = {"of": 60, "finished": True}
    services.progress.rows = (
        one.model_copy(update=fixed),
        two.model_copy(update=short),
        *rest,
    )
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await shows(pilot, "fix 20 steps 9")
        text = shown(pilot)
        assert "29/50 Grill" in text
        assert "21 cold, 50 of 60" in text


async def test_wrong_settings_are_named(services: FakeServices, app: DrillApp) -> None:
    """A wrong line of config.toml is told with file, key and mend; the rest counts."""
    services.config = Config(
        keys={"answer.hint": "f8"},
        problems=(ConfigError('config.toml: look.theme = "x": write one of "auto", "dark"'),),
    )
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "look.theme")


async def test_many_wrong_settings_end_in_a_count(services: FakeServices, app: DrillApp) -> None:
    """At 80x24 three notices fit: the last one says how many are left and who names them."""
    problems = tuple(ConfigError(f"config.toml: key{n}: is unknown") for n in range(5))
    services.config = Config(problems=problems)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "and 3 more: drill doctor")
        text = shown(pilot)
        assert "key0" in text
        assert "key1" in text
        assert "key2" not in text


async def test_a_mean_below_a_line_does_not_look_as_if_on_it(
    app: DrillApp, services: FakeServices
) -> None:
    """29.67 is written 29 at home, as everywhere."""
    fixed = Debugging(
        mean=29.67, exercises=3, weakest_part="verify", weakest_points=1.96, weakest_of=6
    )
    services.progress.shown = home_view(debugging=fixed)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "mean 29/50")
        assert "verify 1.9/6" in shown(pilot)


async def test_leaving_from_home_is_asked(app: DrillApp) -> None:
    """Esc closes other screens: at home it asks, once more stays, enter leaves."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("escape")
        await shows(pilot, "Leave drill?")
        await pilot.press("escape")
        await screen_is(pilot, "HomeScreen")
        await pilot.press("escape", "enter")
        await until(pilot, lambda: app.return_code == 0)


async def test_setup_names_the_questions_by_their_numbers(app: DrillApp) -> None:
    """What is asked is told in the numbers of the sheet, and how it is drawn."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("q")
        await screen_is(pilot, "SetupScreen")
        await shows(pilot, "< 41-50 quick fire >")
        await shows(pilot, "3 questions at 15 s, shuffled: 14, 7, S-A")
        assert runs(("q01", "q02", "q03", "q09", "q41", "q42")) == ["1-3", "9", "41-42"]
        assert runs(("q50", "S-A", "S-B", "S-D", "L1", "L2", "L5")) == [
            "50",
            "S-A to S-B",
            "S-D",
            "L1 to L2",
            "L5",
        ]


async def test_a_part_of_the_steps_is_named_in_words(
    app: DrillApp, services: FakeServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`smallest_fix` is a key of the data, not a word."""
    fixed = Debugging(
        mean=26.0, exercises=4, weakest_part="smallest_fix", weakest_points=0.9, weakest_of=3
    )
    monkeypatch.setattr(services.progress, "home", lambda: home_view(debugging=fixed))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "weakest: smallest fix 0.9/3")


async def test_the_aim_is_on_the_card_of_a_past_sitting(app: DrillApp) -> None:
    """The card of the history offers a new sitting over what was not cold."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await shows(pilot, "Grill")
        await pilot.press("enter")
        await screen_is(pilot, "ScorecardScreen")
        await shows(pilot, "again, the weak ones")
        await pilot.press("w")
        await screen_is(pilot, "QuestionScreen")


async def test_an_unreadable_history_stays_on_screen(
    app: DrillApp, services: FakeServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong with the history and how to mend it does not fade away."""

    def broken() -> Home:
        raise StoreError("history.db [v9] is of a newer drill: update drill")

    monkeypatch.setattr(services.progress, "home", broken)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "HISTORY    history.db [v9] is of a newer drill")


async def test_export_says_where_it_went(
    app: DrillApp, services: FakeServices, tmp_path: Path
) -> None:
    """E writes each form beside the settings and names the folder."""
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await pilot.press("e")
        await until(pilot, (tmp_path / "exports" / "anki.txt").exists)
        made = sorted(file.name for file in (tmp_path / "exports").iterdir())
        assert made == ["anki.txt", "drill.csv", "drill.html", "drill.jsonl"]
        assert (tmp_path / "exports" / "drill.jsonl").read_text() == '{"event": 1}\n'
    assert services.export.csv() == ["sitting,item"]


async def test_keys_while_a_sitting_starts_are_for_its_question(
    app: DrillApp, services: FakeServices
) -> None:
    """What is typed after enter, before the question is there, commands nothing at home."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        start = services.practice.start

        def slow(spec: SittingSpec) -> View:
            time.sleep(0.4)
            return start(spec)

        services.practice.start = slow  # type: ignore[method-assign]
        await pilot.press("g")
        await screen_is(pilot, "SetupScreen")
        await pilot.press("enter")
        await screen_is(pilot, "HomeScreen")
        burst(app, "half a")
        await screen_is(pilot, "QuestionScreen")
        await until(pilot, lambda: app.screen.query_one(TextArea).text == "half a")


async def test_a_band_without_an_answer_is_not_called_weak(
    app: DrillApp, services: FakeServices
) -> None:
    """Nothing is known of a band of which nothing was asked."""
    home = services.progress.shown
    blank = home.bands[1].model_copy(update={"cold": 0, "holds": None})
    services.progress.shown = replace(home, bands=(home.bands[0], blank, home.bands[2]))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "16-30 data 0/15 new")


async def test_no_line_of_the_history_is_cut(app: DrillApp, services: FakeServices) -> None:
    """At 80 columns each sitting still has its whole name, and an open one says so."""
    rows = [replace_title(row, "Five long questions") for row in services.progress.rows]
    services.progress.rows = tuple(rows)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("h")
        await screen_is(pilot, "HistoryScreen")
        await shows(pilot, " 20/50 Five long questions ")
        lines = [line for line in shown(pilot).splitlines() if "Five long" in line]
        assert any("open" in line for line in lines)
        assert all("Five long questions" in line or " open " in line for line in lines)


async def test_a_choice_and_enter_in_one_burst(app: DrillApp, services: FakeServices) -> None:
    """An enter right behind the arrows starts what they chose."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "cold 31/50")
        await pilot.press("g")
        await screen_is(pilot, "SetupScreen")
        burst(app, "", "right", "down", "down", "right", "enter")
        await screen_is(pilot, "QuestionScreen")
        spec = dict(services.practice.calls)["start"]
        assert (spec.band, spec.source) == ("basics", "weak")
