"""A scorecard in words: the rows that the card and the history draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from drill.model.scale import AIM_LINE, tenth
from drill.tui.text import plain, seconds_text, spaced
from drill.tui.widgets.marks import verdict_look

if TYPE_CHECKING:
    from drill.model.scorecard import BandScore, ItemResult, Scorecard
    from drill.tui.glyphs import Glyphs
    from drill.tui.widgets.rows import Row


def _reached(reached: bool | None, glyphs: Glyphs) -> str:
    if reached is None:
        return glyphs.open
    return glyphs.hit if reached else glyphs.wrong


def lines_line(card: Scorecard, glyphs: Glyphs) -> str:
    """Say which of the two lines the score reached; open while not all was asked."""
    passed, aim = (None, None) if card.cut else (card.passed, card.aim)
    return f"pass 28 {_reached(passed, glyphs)}  aim 30 {_reached(aim, glyphs)}"


def outcome_rows(card: Scorecard, glyphs: Glyphs) -> list[Row]:
    """Give the outcome in words, and the raw counts below or beside it."""
    counted = counts_line(card, glyphs)
    if card.cut:
        return [(Content.styled(card.cut, "bold $warning"), Content(card.told)), (" ", counted)]
    style = "bold $success" if card.passed else "bold $warning"
    return [(Content.styled(card.told, style), counted)]


def counts_line(card: Scorecard, glyphs: Glyphs) -> Content:
    """Give the raw counts beside the score."""
    counts = (
        (card.cold, "cold", "$success"),
        (card.warm, "warm", "$primary"),
        (card.helped, "helped", "$primary"),
        (card.partial, "partial", "$warning"),
        (card.incorrect, "incorrect", "$error"),
        (card.skipped, "skipped", "$quiet"),
        (card.not_reached, "not reached", "$quiet"),
    )
    parts = [
        Content.assemble((str(number), f"bold {style}"), f" {word}")
        for number, word, style in counts
        if number or word in {"cold", "warm", "helped"}
    ]
    line = Content(f" {glyphs.joint} ").join(parts)
    if card.scaled_from:
        line += Content.styled(f"  (scaled to 50 from {card.scaled_from})", "$quiet")
    return line


def core_line(card: Scorecard, glyphs: Glyphs) -> list[Row]:
    """Give the rows of the first forty, the plan and the overruled marks, where they apply."""
    rows: list[Row] = []
    if card.core_of:
        verdict = {True: "reached", False: "not reached", None: "counts when all 40 are asked"}
        text = f"{card.core_cold} of {card.core_of} cold, 28 of 40 is the line: "
        rows.append(
            (
                "first 40",
                Content(f"{text}{verdict[card.core_passed]} {_reached(card.core_passed, glyphs)}"),
            )
        )
    if card.plan_passed is not None:
        word = "passed" if card.plan_passed else "not passed"
        rows.append(
            ("plan", Content(f"five-minute plan {word} {_reached(card.plan_passed, glyphs)}"))
        )
    elif not card.cut and card.score is not None and card.score >= AIM_LINE:
        rows.append(
            (
                "plan",
                Content.styled(
                    "30 reached; the aim also asks for a passed five-minute plan", "$quiet"
                ),
            )
        )
    if card.overruled:
        rows.append(
            (
                "overruled",
                Content(f"{card.overruled}; by the engine's marks {card.engine_cold} cold"),
            )
        )
    return rows


def summary_rows(card: Scorecard, glyphs: Glyphs) -> list[Row]:
    """Give bands, times, slowest, weakest and what to do next."""
    rows: list[Row] = [
        _band(band, band.name == card.weakest_band) for band in card.bands if band.of
    ]
    if card.can_answer_of and card.can_answer_of != card.of:
        text = f"{card.can_answer} of {card.can_answer_of} different questions; a twin counts once"
        rows.append(("can answer", Content(text)))
    spent = (("thinking", card.think), ("answering", card.write), ("reviewing", card.review))
    rows.append(("time", Content(", ".join(f"{what} {seconds_text(of)}" for what, of in spent))))
    if card.mean_long is not None:
        rows.append(("long", Content(f"{tenth(card.mean_long)} of 10 on average, passed at 5.6")))
    if card.slowest:
        slow = (f"{_name(one)} {seconds_text(one.think + one.write)}" for one in card.slowest[:3])
        rows.append(("slowest", plain(", ".join(slow))))
    if card.weakest:
        weak = (f"{spaced(one.concept)} {one.cold}/{one.of}" for one in card.weakest)
        rows.append(("weakest", plain(", ".join(weak))))
    rows.append(("", ""))
    for place, advice in enumerate(card.advice):
        rows.append(
            (
                Content.styled("next" if place == 0 else "", "bold $accent"),
                plain(f"{glyphs.say} {advice}"),
            )
        )
    return rows


def _band(band: BandScore, weakest: bool) -> Row:
    word, style = ("holds", "$success") if band.holds else ("weak", "$warning")
    body = Content.assemble(f"{band.name} {band.cold}/{band.of} ", (word, style))
    if weakest and not band.holds:
        body = Content.assemble(body, (f": {band.meaning}", "$quiet"))
    return f"{band.first}-{band.last}", body


def _name(item: ItemResult) -> str:
    return str(item.number) if item.number is not None else item.id


def item_lines(card: Scorecard, glyphs: Glyphs) -> list[Content]:
    """Give one line for each item: its number, the mark and how it was reached."""
    lines: list[Content] = []
    for item in card.items:
        sign, style = verdict_look(item.verdict or "", glyphs)
        if item.verdict is None:
            sign, style = glyphs.open, "$quiet"
        outcomes = {"open": "not reached", "skipped": "skipped", "expired": "time over"}
        word = outcomes.get(item.outcome) or item.verdict or "not marked"
        marked = ""
        if item.grade is not None and item.kind != "question":
            marked = f", {tenth(item.grade.score)}/10"
        standing = marked + ("" if item.standing == "not" else f", {item.standing}")
        took = f", {seconds_text(item.think + item.write)}" if item.outcome != "open" else ""
        sure = f", {item.confidence}/4 sure" if item.confidence else ""
        mark = ", your mark" if item.overruled else ""
        lines.append(
            Content.assemble(
                f"{_name(item):>4}  ",
                (f"{sign} {word}", style),
                (f"{standing}{took}{sure}{mark}", "$quiet"),
            )
        )
    return lines
