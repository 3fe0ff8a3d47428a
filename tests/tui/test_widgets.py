from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from drill.model.grade import Grade, PointResult, Status
from drill.tui.glyphs import ASCII, UNICODE
from drill.tui.text import clip, clock_text, marked, plain, safe, seconds_text
from drill.tui.widgets.marks import answer_marked, point_rows
from drill.tui.widgets.rows import Rows
from drill.tui.widgets.scorebar import score_bar
from drill.tui.widgets.top import TopBar


def spot(status: Status, span: tuple[int, int] | None, why: str, says: str) -> PointResult:
    return PointResult(id="p", status=status, span=span, why=why, says=says)


def grade(*points: PointResult) -> Grade:
    return Grade(verdict="partial", sure=True, credit=0.5, score=5, points=points)


@given(st.text())
def test_safe_text_keeps_every_offset(text: str) -> None:
    """One stand-in for each character, so that a span still lies on its words."""
    shown = safe(text)
    assert len(shown) == len(text)
    assert not any(ord(letter) < 32 and letter != "\n" for letter in shown)


@given(st.text(alphabet="a[]/=\\b汉😀", max_size=40), st.integers(1, 30))
def test_clipped_text_fits(text: str, width: int) -> None:
    """A clipped line is never wider than it may be."""
    assert plain(clip(text, max(3, width), ASCII)).cell_length <= max(3, width)


def test_the_score_bar_has_both_lines() -> None:
    """28 and 30 stand in the bar whether it is empty or full."""
    for score in (0.0, 29.0, 50.0):
        assert score_bar(score, 44, UNICODE).plain.count(UNICODE.line) == 2
        assert len(score_bar(score, 44, UNICODE)) == 44


def test_a_contradiction_shows_through_a_hit() -> None:
    """Where spans overlap, the words that contradict keep their mark."""
    points = (spot("contradicted", (0, 5), "no", "p"), spot("hit", (0, 5), "yes", "q"))
    content = answer_marked("never", grade(*points))
    assert [span.style for span in content.spans][-1] == "$error on $wrong-back"


def test_each_point_has_sign_word_and_reason() -> None:
    """A point is never told by colour alone, and a missing one says so."""
    text = "eleven"
    points = (
        spot("hit", (0, 6), "a number near it", "threshold"),
        spot("missed", None, "missing", "why"),
        spot("contradicted", (0, 6), "a wrong claim: it is twelve", "it is twelve"),
    )
    rows = point_rows(text, grade(*points), ASCII, long=False)
    assert str(rows[0][0]) == "+ hit"
    assert '"eleven": a number near it' in str(rows[0][1])
    assert str(rows[1][0]) == "- missing"
    assert str(rows[1][1]) == "why"
    assert (str(rows[2][0]), str(rows[2][1])) == ("x objection", 'it is twelve\n"eleven"')


def test_spans_outside_the_text_do_no_harm() -> None:
    """A span of another version of the text is cut to what there is."""
    assert marked("abc", [(2, 99, "bold"), (7, 9, "bold"), (-4, 1, "bold")]).plain == "abc"


def test_times_are_told_in_words() -> None:
    """00:00 means over, and a minute is not told as 60 seconds."""
    assert clock_text(0.01) == "00:01"
    assert clock_text(0.0) == "00:00"
    assert clock_text(61.2) == "01:02"
    assert seconds_text(9.24) == "9.2 s"
    assert seconds_text(65) == "1 min 05 s"


def test_rows_hang_under_themselves() -> None:
    """A long body goes on below itself, not below its label."""
    first, *rest = Rows([("hit", "one two three four five")]).lines(16)
    assert first.plain.startswith("hit  one")
    assert rest
    assert all(line.plain.startswith("     ") for line in rest)


class ClockApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.left = 10.0
        self.over = 0

    def compose(self) -> ComposeResult:
        yield TopBar(UNICODE)

    def on_mount(self) -> None:
        top = self.query_one(TopBar)
        top.title("here")
        top.start(lambda: self.left, 10.0)

    def on_top_bar_ran_out(self) -> None:
        self.over += 1


async def test_the_clock_empties_and_changes_in_its_last_fifth() -> None:
    """Colour and a sign change at 20 %; the end is said once."""
    app = ClockApp()
    async with app.run_test(size=(60, 20)) as pilot:
        top = app.query_one(TopBar)
        await pilot.pause(0.3)
        full = top.render().plain
        assert "00:10" in full
        assert "━" * 58 in full
        app.left = 2.1
        assert "! " not in top.render().plain
        app.left = 2.0
        assert "! 00:02" in top.render().plain
        assert any("$warning" in str(span.style) for span in top.render().spans)
        app.left = 0.0
        await pilot.pause(0.7)
        assert app.over == 1
        assert "━" not in top.render().plain


async def test_a_clock_that_does_not_move_is_not_drawn() -> None:
    """Between two changes nothing is painted: typing has the loop for itself."""
    app = ClockApp()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause(0.3)
        top = app.query_one(TopBar)
        drawn = 0
        refresh = top.refresh

        def count(*args: object, **kwargs: object) -> object:
            nonlocal drawn
            drawn += 1
            return refresh(*args, **kwargs)  # type: ignore[arg-type]

        top.refresh = count  # type: ignore[method-assign,assignment]
        await pilot.pause(0.9)
        assert drawn == 0
        app.left = 7.0
        await pilot.pause(0.4)
        assert drawn == 1
