from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from conftest import question, screen_is, shown, shows, type_in, until
from textual import events
from textual.widgets import TextArea

from drill.config import Config, Dictation
from drill.tui.widgets.answer import LIMIT, AnswerBox

if TYPE_CHECKING:
    from fakes import FakeServices

    from drill.tui.app import DrillApp

NASTY = "a[i] = b[j] x[/2] [bold]no[/bold] List[Tensor] \x1b[31mred\x1b[0m \x07 汉字 👩‍🔬 \u202eabc"


def paste(app: DrillApp, text: str) -> None:
    box = app.screen.query_one(AnswerBox)
    box.post_message(events.Paste(text))


async def test_a_paste_of_a_megabyte_is_capped_and_said(app: DrillApp) -> None:
    """The box takes what it holds, says how much that was, and keeps what stood there."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "before ")
        paste(app, "lorem 汉字 👩‍🔬 " * 80_000)
        await shows(pilot, "The box holds 20,000 characters")
        text = app.screen.query_one(TextArea).text
        assert len(text) == LIMIT
        assert text.startswith("before lorem")


async def test_nothing_typed_is_read_as_markup(app: DrillApp, services: FakeServices) -> None:
    """Brackets, escapes and wide letters are shown as they are, in box and verdict."""
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await question(pilot)
        paste(app, NASTY)
        await pilot.press("enter")
        await screen_is(pilot, "VerdictScreen")
        await shows(pilot, "a[i] = b[j] x[/2] [bold]no[/bold] List[Tensor]")
        text = shown(pilot)
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "汉字" in text
        await pilot.press("enter")
        await screen_is(pilot, "QuestionScreen")
        await shows(pilot, "a[i] = b[j]")
        assert "x[/2] and [bold]this[/bold]?" in shown(pilot)
        assert dict(services.practice.calls)["submit"].startswith("a[i] = b[j]")


async def test_messages_are_not_markup(app: DrillApp) -> None:
    """An error text with brackets is told as it stands."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "interview in")
        app.tell("[x/] is [bold]")
        await shows(pilot, "[x/] is [bold]")


@pytest.mark.parametrize("key", ["g", "h", "f1"])
async def test_a_tiny_terminal_says_so_and_loses_nothing(app: DrillApp, key: str) -> None:
    """Down to 20x5 and back, on home, over a dialog, in history and help."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await shows(pilot, "interview in")
        await pilot.press(key)
        await pilot.pause(0.1)
        before = type(app.screen).__name__
        await pilot.resize_terminal(20, 5)
        await shows(pilot, "Too small")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "Too small" not in shown(pilot))
        assert type(app.screen).__name__ == before


async def test_typing_goes_on_while_too_small(app: DrillApp) -> None:
    """The box keeps its focus and its text through a resize to 20x5 and back."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "aro")
        await pilot.resize_terminal(20, 5)
        await shows(pilot, "Too small: 20x5")
        await type_in(pilot, "und 11")
        await pilot.resize_terminal(120, 40)
        await shows(pilot, "around 11")
        await shows(pilot, "So far")
        assert app.screen.query_one(TextArea).text == "around 11"


async def test_a_dialog_over_wide_letters(app: DrillApp) -> None:
    """A dialog opens and closes over CJK and emoji without a crash."""
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        paste(app, "汉字👩‍🔬" * 60)
        await pilot.press("f6")
        await screen_is(pilot, "WriteScreen")
        await pilot.press("escape")
        await screen_is(pilot, "QuestionScreen")
        await shows(pilot, "汉字")


async def test_dictation_puts_its_words_into_the_box(app: DrillApp, services: FakeServices) -> None:
    """What the configured program prints is appended to the draft; the clock runs on."""
    services.config = Config(dictation=Dictation(command=("printf", "e to the [x] is 65504")))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "so")
        await pilot.press("f7")
        box = app.screen.query_one(TextArea)
        await until(pilot, lambda: box.text == "so e to the [x] is 65504")


async def test_a_missing_dictation_program_is_named(app: DrillApp, services: FakeServices) -> None:
    """A wrong command is a plain notice; the draft stays."""
    services.config = Config(dictation=Dictation(command=("no-such-program-here",)))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await question(pilot)
        await type_in(pilot, "so")
        await pilot.press("f7")
        await shows(pilot, "no-such-program-here")
        assert app.screen.query_one(TextArea).text == "so"
