from __future__ import annotations

from typing import TYPE_CHECKING

from conftest import burst, question, screen_is, shown, shows, type_in, until
from textual.events import Key
from textual.widgets import TextArea

from drill.model.grade import Opinion
from drill.services.second_opinion import SecondOpinion
from drill.tui.screens.overrule import OverruleScreen

if TYPE_CHECKING:
    from fakes import FakeServices

    from drill.tui.app import DrillApp


def names(services: FakeServices) -> list[str]:
    return [name for name, _ in services.practice.calls]


async def test_an_answer_goes_from_key_to_verdict(app: DrillApp, services: FakeServices) -> None:
    """Enter grades what stands in the box, and the verdict quotes the words that decided."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "around 11")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "correct")
        text = shown(pilot)
        assert "“11”" in text
        assert "not needed" in text
        assert "missing" not in text
        assert "Say it out loud" in text
        assert ("submit", "around 11") in services.practice.calls


async def test_a_blank_answer_is_not_submitted(app: DrillApp, services: FakeServices) -> None:
    """Enter over an empty box says what to do and grades nothing."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await pilot.press("enter")
        await shows(pilot, "Nothing to grade yet")
        assert "submit" not in names(services)


async def test_text_and_enter_in_one_burst_are_one_answer(
    app: DrillApp, services: FakeServices
) -> None:
    """An enter right behind the letters submits all of them, and a second enter does no harm."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        burst(app, "1.0 by global norm", "enter")
        await screen_is(pilot, "VerdictScreen")
        assert ("submit", "1.0 by global norm") in services.practice.calls
        assert "Nothing to grade yet" not in shown(pilot)


async def test_a_note_in_one_burst_is_kept_whole(app: DrillApp, services: FakeServices) -> None:
    """The same in a dialog: what was typed before the enter belongs to the note."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await pilot.press("f6")
        await screen_is(pilot, "WriteScreen")
        burst(app, "look this up", "enter")
        await until(pilot, lambda: ("note", "look this up") in services.practice.calls)


async def test_typing_on_when_the_time_is_over_commands_nothing(
    app: DrillApp, services: FakeServices
) -> None:
    """Letters and the enter meant for the box do nothing to the verdict that replaced it."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "about 11")
        services.clock.now += 15.1
        await screen_is(pilot, "VerdictScreen")
        await pilot.press(*"onrup", "enter")
        await pilot.pause(0.1)
        assert type(app.screen).__name__ == "VerdictScreen"
        assert not {"next", "undo", "pause"} & set(names(services))
        services.clock.now += 1
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")


async def test_time_over_grades_the_draft(app: DrillApp, services: FakeServices) -> None:
    """When the clock runs out, what was typed up to the last key is graded."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "about 11")
        services.clock.now += 15.1
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "this is your draft")
        assert ("expired", "about 11") in services.practice.calls


async def test_a_late_timer_leaves_a_verdict_alone(app: DrillApp, services: FakeServices) -> None:
    """Time going by over a verdict changes nothing in it."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "11")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        services.clock.now += 100
        await pilot.pause(0.6)
        assert type(app.screen).__name__ == "VerdictScreen"
        assert "correct" in shown(pilot)
        assert "expired" not in names(services)


async def test_expiry_waits_for_an_open_note(app: DrillApp, services: FakeServices) -> None:
    """A note being written when the time runs out is kept, and the verdict follows it."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "11")
        await pilot.press("f6")
        await screen_is(pilot, "WriteScreen")
        services.clock.now += 20
        await pilot.pause(0.6)
        await type_in(pilot, "remember")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "remember")
        assert ("note", "remember") in services.practice.calls


async def test_drafts_follow_the_typing(app: DrillApp, services: FakeServices) -> None:
    """Each pause in typing finds the whole text already handed over."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "half a thought")
        await until(pilot, lambda: ("draft", "half a thought") in services.practice.calls)


async def test_hint_pause_and_confidence(app: DrillApp, services: FakeServices) -> None:
    """A hint is shown and costs cold; a pause hides the question and keeps clock and text."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "el")
        await pilot.press("f2")
        await shows(pilot, "largest finite FP16 number?")
        await shows(pilot, "no longer cold")
        await pilot.press("f5", "f5")
        await shows(pilot, "how sure 2/4 unsure")
        services.clock.now += 5
        await pilot.press("f4")
        await screen_is(pilot, "PausedScreen")
        await shows(pilot, "Paused.")
        assert "overflow" not in shown(pilot)
        services.clock.now += 500
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
        await shows(pilot, "00:10")
        assert app.screen.query_one(TextArea).text == "el"


async def test_plain_keys_outside_the_box(app: DrillApp, services: FakeServices) -> None:
    """After esc every action has a plain letter, and a digit says how sure one is."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("3", "h")
        await shows(pilot, "how sure 3/4")
        assert ("confidence", 3) in services.practice.calls
        assert "hint" in names(services)
        await pilot.press("i")
        await type_in(pilot, "h")
        assert app.screen.query_one(TextArea).text == "h"


async def test_overrule_needs_a_reason_and_can_be_undone(
    app: DrillApp, services: FakeServices
) -> None:
    """Both marks stay on screen; undo after a submit opens the question again."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "ten")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await pilot.press("o")
        await screen_is(pilot, "OverruleScreen")
        await pilot.press("enter")
        await shows(pilot, "It is marked incorrect already")
        await pilot.press("right", "enter")
        await shows(pilot, "Say in a few words why")
        assert isinstance(app.screen, OverruleScreen)
        await type_in(pilot, "ten is near")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "You say correct, the engine said incorrect: ten is near")
        assert ("overrule", ("correct", "ten is near")) in services.practice.calls
        services.practice._view = services.practice._view and __import__("dataclasses").replace(
            services.practice._view, can_undo="submit"
        )
        await pilot.press("u")
        await screen_is(pilot, "QuestionScreen")
        assert app.screen.query_one(TextArea).text == "ten"


async def test_an_unsure_engine_asks_for_a_mark(app: DrillApp) -> None:
    """Where the engine is not sure, the reference is open and no reason is asked for."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "perhaps 11")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "The engine is not sure")
        assert "Reference" in shown(pilot)
        await pilot.press("o")
        await screen_is(pilot, "OverruleScreen")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "You say correct")


async def test_the_sitting_ends_in_its_scorecard(app: DrillApp) -> None:
    """After the last verdict comes the card; leaving it leads home."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        for _ in range(2):
            await pilot.press("f3")
            await screen_is(pilot, "VerdictScreen")
            await pilot.press("enter")
            await pilot.pause(0.1)
        await screen_is(pilot, "ScorecardScreen")
        await shows(pilot, "pass 28")
        await shows(pilot, "28 of 40 is the line: reached")
        assert "numerics will fool you" in shown(pilot)
        await pilot.press("escape")
        await screen_is(pilot, "HomeScreen")


async def test_help_holds_the_clock_and_hides_the_question(
    app: DrillApp, services: FakeServices
) -> None:
    """F1 over a timed question costs no time: it says so, and closing it goes on."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "around")
        await pilot.press("f1")
        await screen_is(pilot, "HelpScreen")
        await shows(pilot, "The clock stands while this is open")
        assert "overflow" not in shown(pilot)
        await until(pilot, lambda: "pause" in names(services))
        services.clock.now += 100
        await pilot.pause(0.3)
        await pilot.press("f1")
        await screen_is(pilot, "QuestionScreen")
        await until(pilot, lambda: "unpause" in names(services))
        assert "expired" not in names(services)
        await shows(pilot, "00:15")
        assert app.screen.query_one(TextArea).text == "around"


async def test_a_sitting_taken_over_elsewhere_is_left(
    app: DrillApp, services: FakeServices
) -> None:
    """No clock runs on over text that nobody keeps: the window says so and is back at home."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "around")
        services.practice.taken_over = True
        await screen_is(pilot, "HomeScreen")
        await shows(pilot, "resumed in another")
        await until(pilot, lambda: not services.practice.open)
        assert names(services).count("drop") == 1


async def test_a_write_that_fails_changes_nothing(app: DrillApp, services: FakeServices) -> None:
    """A full disk is said plainly; the question and the text stay, and the key works later."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "11")
        services.practice.broken = True
        await pilot.press("enter")
        await shows(pilot, "the disk is full")
        assert app.screen.query_one(TextArea).text == "11"
        services.practice.broken = False
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")


async def test_quitting_keeps_the_sitting(app: DrillApp, services: FakeServices) -> None:
    """ctrl+q in the middle of an answer saves it and leaves with code 0."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "aro")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: ("quit", "aro") in services.practice.calls)
    assert app.return_value == 0


async def test_a_spoken_answer_has_lines(app: DrillApp, services: FakeServices) -> None:
    """In a long answer enter begins a line and F9 submits."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "interview in")
        await pilot.press("l")
        await screen_is(pilot, "SetupScreen")
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
        await type_in(pilot, "the gap")
        await pilot.press("enter")
        await type_in(pilot, "grows")
        await pilot.press("f9")
        await screen_is(pilot, "VerdictScreen")
        assert ("submit", "the gap\ngrows") in services.practice.calls
        await shows(pilot, "8.0 of 10")


async def test_a_second_opinion_stands_beside_the_verdict(
    app: DrillApp, services: FakeServices
) -> None:
    """A judge that is set up is asked once for an answer, and its word is shown as its own."""

    class Stub:
        asked = 0

        def opinion(self, prompt: str, reference: str, answer: str) -> Opinion:  # noqa: ARG002 - the judge's signature
            self.asked += 1
            return Opinion(model="stub [b]", verdict="partial", why="half of it")

    stub = Stub()
    services.second_opinion = SecondOpinion(stub)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "around 11")
        await pilot.press("enter")
        await shows(pilot, "Second opinion, stub [b]: partial, half of it")
        assert "correct" in shown(pilot)
        assert stub.asked == 1


async def test_what_is_typed_right_after_next_goes_to_the_next_question(
    app: DrillApp, services: FakeServices
) -> None:
    """Letters in the moment between two screens are typed in order; none is a command."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "11")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        for key in (Key("enter", None), *(Key(letter, letter) for letter in "unhope")):
            app.post_message(key)
        await screen_is(pilot, "QuestionScreen")
        await until(pilot, lambda: app.screen.query_one(TextArea).text == "unhope")
        assert not {"undo", "hint", "pause", "overrule"} & set(names(services))
        await type_in(pilot, " s")
        assert app.screen.query_one(TextArea).text == "unhope s"


async def test_a_next_that_cannot_be_written_gives_the_keys_back(
    app: DrillApp, services: FakeServices
) -> None:
    """A full disk at the step to the next question leaves the verdict as usable as before."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "11")
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        services.practice.broken = True
        await pilot.press("enter")
        await shows(pilot, "the disk is full")
        services.practice.broken = False
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
