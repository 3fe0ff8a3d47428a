from __future__ import annotations

from typing import TYPE_CHECKING

from conftest import screen_is, shown, shows, type_in
from fakes import card

if TYPE_CHECKING:
    import pytest
    from fakes import FakeServices
    from textual.pilot import Pilot

    from drill.model.scorecard import Scorecard
    from drill.tui.app import DrillApp


async def at_card(pilot: Pilot[int]) -> None:
    await shows(pilot, "cold 31/50")
    await pilot.press("h")
    await screen_is(pilot, "HistoryScreen")
    await shows(pilot, "Grill")
    await pilot.press("enter")
    await screen_is(pilot, "ScorecardScreen")
    await shows(pilot, "Each answer")


async def test_a_row_of_the_card_opens_its_answer(app: DrillApp) -> None:
    """Prompt, own words, marks and reference can be read again; neighbours are one key away."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await at_card(pilot)
        await pilot.press("down", "down", "enter")
        await screen_is(pilot, "AnswerScreen")
        await shows(pilot, "FP16? (3)")
        text = shown(pilot)
        assert "around ten, so set_detect_anomaly(True)" in text
        assert "missing  the threshold, about 11" in text
        assert "Reference" in text
        await pilot.press("n")
        await shows(pilot, "FP16? (4)")
        await pilot.press("left", "left")
        await shows(pilot, "FP16? (2)")
        await pilot.press("escape")
        await screen_is(pilot, "ScorecardScreen")


async def test_a_mark_is_overruled_from_the_card(app: DrillApp, services: FakeServices) -> None:
    """O there puts one's own mark beside the engine's, and the card shows it on the way back."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await at_card(pilot)
        await pilot.press("down", "enter")
        await screen_is(pilot, "AnswerScreen")
        await shows(pilot, "incorrect")
        await pilot.press("o")
        await screen_is(pilot, "OverruleScreen")
        await pilot.press("right", "tab")
        await type_in(pilot, "ten is near")
        await pilot.press("enter")
        await screen_is(pilot, "AnswerScreen")
        await shows(pilot, "You say correct, the engine said incorrect: ten is near")
        calls = dict(services.practice.calls)
        assert calls["overrule_later"][1:] == (1, "correct", "ten is near")
        await pilot.press("escape")
        await screen_is(pilot, "ScorecardScreen")
        await shows(pilot, "your mark")


async def test_the_first_row_brings_the_summary_back(app: DrillApp) -> None:
    """The card opens at its top, and the first answer has the summary above it."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await at_card(pilot)
        assert "pass 28" in shown(pilot)
        await pilot.press("end")
        assert "pass 28" not in shown(pilot)
        await pilot.press("home")
        await shows(pilot, "pass 28")


async def test_a_sitting_ended_early_says_so(
    app: DrillApp, services: FakeServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not called passed: the card says on how many its score counts, rounded down."""

    def short(_: str | None = None) -> Scorecard:
        counts = {"cold": 4, "warm": 0, "helped": 0, "partial": 0, "incorrect": 3, "skipped": 0}
        update = {**counts, "of": 9, "ended": "ended", "not_reached": 2, "scaled_from": 7}
        return card("s1").model_copy(update={**update, "score": 28.57})

    monkeypatch.setattr(services.practice, "scorecard", short)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await at_card(pilot)
        await shows(pilot, "ended early")
        text = shown(pilot)
        assert "on the 7 of 9 that were asked it would pass" in text
        assert "28/50" in text
        assert "scaled to 50 from 7" in text
