"""The report and the deck, read back by parsers of what they claim to be."""

import csv
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from drill.model.grade import Grade, PointResult
from drill.model.question import LongItem, Question
from drill.services.anki import Deck
from drill.services.report import Report
from drill.services.views import SittingSpec
from tests.core_fakes import Desk, WordMarker

HOSTILE = '=cmd() <script>alert(1)</script> & "half"\n\tright\' \x07 <img src=x> 汉😀'
VOID = {"meta", "br", "hr"}


class Marker(WordMarker):
    """Marks two points with their words, as the engine does."""

    def mark(self, answer: str, item: Question | LongItem) -> Grade:
        at = answer.find("half")
        points = (
            PointResult(id="a", status="missed", span=None, why="missing", says="x < y & z"),
            *(
                [PointResult(id="b", status="hit", span=(at, at + 4), why="said", says="half")]
                if at >= 0
                else []
            ),
        )
        return super().mark(answer, item).model_copy(update={"points": points})


class Page(HTMLParser):
    """Fails on a tag that is not closed; keeps the tags, their attributes and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.marked: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._open and self._open[-1] == "mark":
            self.marked.append(data)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "home", marker=Marker())
    yield desk
    desk.log.close()


def asked(desk: Desk, *without: str) -> dict[str, Question | LongItem]:
    bank = desk.bank
    items: tuple[Question | LongItem, ...] = (*bank.questions, *bank.spoken, *bank.long)
    return {item.id: item for item in items if item.id not in without}


def page(desk: Desk, *without: str, sitting: str | None = None) -> Page:
    def no_cards() -> object:
        raise AssertionError("no exercise was asked")

    report = Report(log=desk.log, asked=asked(desk, *without).__getitem__, cards=no_cards)  # type: ignore[arg-type]
    return Page("\n".join(report.html(sitting)))


def notes(desk: Desk, *without: str) -> tuple[list[str], list[list[str]]]:
    """Give the header lines and the notes, read as Anki reads them."""
    lines = list(Deck(desk.log, asked(desk, *without).__getitem__).notes())
    assert all("\n" not in line for line in lines)
    head = [line for line in lines if line.startswith("#")]
    return head, list(csv.reader(lines[len(head) :], delimiter="\t", strict=True))


def answered(desk: Desk) -> str:
    """Answer three questions, one of them in a text that wants to be markup."""
    view = desk.practice.start(SittingSpec(mode="grill"))
    for text in (HOSTILE, "right", "wrong"):
        desk.answer(text)
    return view.sitting


def test_every_answer_stands_with_its_marks_and_reasons(desk: Desk) -> None:
    """Prompt, answer, verdict, each point with its status, words and reason, the reference."""
    answered(desk)
    shown = page(desk)
    for text in ("What is 1?", "What is 3?", "It is 3.", "✔ correct", "✘ incorrect", "cold"):
        assert text in shown.text
    assert shown.text.count("x < y & z") == 3
    assert shown.marked == ["half"]
    assert shown.tags.count("article") == 3


def test_the_page_repeats_nothing_and_asks_no_more_than_needed(desk: Desk) -> None:
    """A missing point of a right answer was not needed; the word `missing` stands once a point."""
    answered(desk)
    shown = page(desk)
    assert shown.text.count("not needed") == 2
    assert shown.text.count("missing") == 1


def test_a_sitting_that_was_cut_short_is_not_called_passed(desk: Desk) -> None:
    """The page says that it was ended early and on what its score counts, rounded down."""
    desk.practice.start(SittingSpec(mode="grill", items=9))
    for text in ("right",) * 4 + ("wrong",) * 3:
        desk.answer(text)
    desk.practice.end()
    said = "28 of 50, scaled from 7 ended early: on the 7 of 9 that were asked it would pass"
    assert said in page(desk).text


def test_what_was_typed_is_text_and_loads_nothing(desk: Desk) -> None:
    """No tag of an answer becomes one of the page; no address stands in any attribute."""
    answered(desk)
    shown = page(desk)
    assert '<script>alert(1)</script> & "half"\n\tright\' \ufffd <img src=x> 汉😀' in shown.text
    assert not {"script", "img", "link", "iframe"} & set(shown.tags)
    names = {name for name, _ in shown.attributes}
    assert not {"src", "href", "onload", "style"} & names
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in shown.attributes
    assert not re.search(r"https?://|url\(|@import", "".join(str(v) for _, v in shown.attributes))


def test_one_sitting_can_be_reported_alone(desk: Desk) -> None:
    """The other sittings are left out, and none at all is said."""
    first = answered(desk)
    desk.practice.start(SittingSpec(mode="quick_fire"))
    desk.answer("right")
    assert page(desk).tags.count("section") == 2
    assert page(desk, sitting=first).tags.count("section") == 1
    assert "No sitting yet." in page(desk, sitting="nobody").text


def test_an_overruled_mark_is_shown_beside_the_engines(desk: Desk) -> None:
    """Both marks and the reason."""
    desk.practice.start(SittingSpec(mode="grill"))
    desk.practice.submit("wrong")
    desk.practice.overrule("correct", "it <was> right")
    assert "You say correct, the engine incorrect: it <was> right" in page(desk).text


def test_an_item_that_left_the_bank_keeps_its_answer(desk: Desk) -> None:
    """Its prompt cannot be shown, its answer and marks are."""
    answered(desk)
    shown = page(desk, "q02")
    assert "not in the bank any more" in shown.text
    assert "right" in shown.text


def test_a_deck_has_prompt_reference_and_what_was_missed(desk: Desk) -> None:
    """Four columns, the guid first; only what the last answer lacked stands below the reference."""
    answered(desk)
    head, rows = notes(desk)
    assert head[:4] == ["#separator:tab", "#html:true", "#notetype:Basic", "#deck:drill"]
    assert [row[0] for row in rows] == ["drill-q01", "drill-q02", "drill-q03"]
    assert all(len(row) == 4 for row in rows)
    assert [row[1] for row in rows] == ["What is 1?", "What is 2?", "What is 3?"]
    missed = "<hr>Last time:<ul><li>missed: x &lt; y &amp; z</li></ul>"
    assert [row[2] for row in rows] == ["It is 1.", "It is 2.", f"It is 3.{missed}"]
    assert rows[2][3].split() == ["drill", "topic-D", "concept_3"]


def test_the_last_answer_decides_what_was_missed(desk: Desk) -> None:
    """Asked again and right: nothing is missed any more, and there is still one note."""
    answered(desk)
    desk.practice.start(SittingSpec(mode="grill", only=("q03",)))
    desk.answer("right")
    _, rows = notes(desk)
    assert len(rows) == 3
    assert rows[2][2] == "It is 3."


def test_a_deck_leaves_out_what_cannot_be_asked(desk: Desk) -> None:
    """Gone from the bank: no note. Nothing asked: the header alone."""
    assert notes(desk)[1] == []
    answered(desk)
    assert len(notes(desk, "q02")[1]) == 2


def test_times_are_local(desk: Desk) -> None:
    """The page is read by a person."""
    answered(desk)
    start = datetime(2026, 3, 1, 9, 0, tzinfo=UTC).astimezone()
    assert f"{start:%Y-%m-%d %H:%M}" in page(desk).text
