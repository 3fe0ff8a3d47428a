"""Pictures of progress in characters: the score line, calibration, the map of days."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from textual.content import Content

from drill.model.scale import AIM_LINE, FULL, PASS_LINE, whole
from drill.tui.text import clip
from drill.tui.widgets.scorebar import score_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.model.history import DayCount, HistoryRow
    from drill.services.progress import Calibration
    from drill.tui.glyphs import Glyphs
    from drill.tui.widgets.rows import Row

_LABEL = 6
"""Cells left of the chart for the numbers of its lines."""
SCORED = 20
"""Cells of a sitting's line before its title: the day and the score."""
ROOMY = 54
"""Cells from which a sitting's line also says how many were asked."""


def chart(rows: Sequence[HistoryRow], width: int, height: int, glyphs: Glyphs) -> list[Content]:
    """Draw the score of each finished sitting, oldest left, with the lines 28 and 30 across."""
    scores = [row.score for row in rows if row.score is not None][-max(1, (width - _LABEL) // 2) :]
    if not scores:
        return [
            Content.styled(
                "The first finished sitting begins a line here: pass 28, aim 30.", "$quiet"
            )
        ]
    step = FULL / height
    drawn = []
    for level in range(height - 1, -1, -1):
        low, high = level * step, (level + 1) * step
        lines = [line for line in (PASS_LINE, AIM_LINE) if low <= line < high]
        label = f"{'-'.join(map(str, lines)):>5}"
        cells: list[tuple[str, str] | str] = [(label, "$foreground" if lines else "$quiet"), " "]
        back = (glyphs.rule if lines else " ", "$rule")
        for score in scores:
            sign = _cell(score, low, high, glyphs)
            cells.append((sign, score_style(score)) if sign else back)
            cells.append(back)
        rest = max(0, width - _LABEL - 2 * len(scores))
        cells.append((back[0] * rest, back[1]))
        drawn.append(Content.assemble(*cells))
    return drawn


def _cell(score: float, low: float, high: float, glyphs: Glyphs) -> str:
    """Give the sign with which a column of height `score` fills the step from `low` to `high`."""
    if score >= high:
        return glyphs.sparks[-1]
    if score <= low:
        return "" if low > 0 else glyphs.sparks[0]
    return glyphs.sparks[
        min(len(glyphs.sparks) - 1, int((score - low) / (high - low) * len(glyphs.sparks)))
    ]


def debugging_line(rows: Sequence[HistoryRow], width: int, glyphs: Glyphs) -> Content:
    """Draw the points of the exercises on one line beside the chart, oldest left."""
    reached = [row.points for row in rows if row.mode == "exercise" and row.points is not None]
    if not reached:
        return Content()
    shown = reached[-max(1, width - 24) :]
    top = len(glyphs.sparks) - 1
    cells = [
        (glyphs.sparks[min(top, int(one / FULL * (top + 1)))], score_style(one)) for one in shown
    ]
    return Content.assemble(
        ("  fix ", "$quiet"), *cells, (f"  {whole(reached[-1])}/50 last", "$quiet")
    )


def sitting_line(row: HistoryRow, glyphs: Glyphs, width: int) -> Content:
    """Give one sitting on one line of `width`: when, what, how it went."""
    when = row.started.astimezone().strftime("%d %b %H:%M")
    reached = row.points if row.mode == "exercise" else row.score
    score = "   -" if reached is None else f"{whole(reached):>3}/50"
    roomy = width >= ROOMY
    right = _asked(row, roomy)
    title = max(8, min(19, width - SCORED - len(right) - bool(right)))
    return Content.assemble(
        (f"{when} ", "$quiet"),
        (f"{score:<6} ", score_style(reached) if reached is not None else "$quiet"),
        (f"{clip(glyphs.fit(row.title), title, glyphs):<{title}} ", "$foreground"),
        (right, "$quiet" if row.finished else "$accent"),
    )


def _asked(row: HistoryRow, roomy: bool) -> str:
    """Say what the score is made of; where the sitting was cut short, always on how many."""
    if not row.finished:
        return "left open" if roomy else "open"
    if row.mode == "exercise":
        parts = row.fix is not None and row.steps is not None and roomy
        return f"fix {whole(row.fix or 0)} steps {whole(row.steps or 0)}" if parts else ""
    if row.cut_short:
        return f"{row.cold} cold, {row.done} of {row.of}" if roomy else f"{row.done} of {row.of}"
    return f"{row.cold} cold of {row.of}" if roomy else ""


def calibration_rows(levels: Sequence[Calibration], glyphs: Glyphs) -> list[Row]:
    """Draw for each level of confidence how many answers were right."""
    words = {1: "a guess", 2: "unsure", 3: "fairly sure", 4: "certain"}
    rows: list[Row] = []
    for level in levels:
        if not level.answers:
            continue
        share = level.right / level.answers
        bar = glyphs.full * round(share * 10) + glyphs.empty * (10 - round(share * 10))
        rows.append(
            (
                words[level.level],
                Content.assemble(
                    (bar, "$primary"), f" {share:.0%}", (f" of {level.answers}", "$quiet")
                ),
            )
        )
    return rows or [("", Content.styled("none given yet", "$quiet"))]


def days_map(days: Sequence[DayCount], width: int, glyphs: Glyphs) -> list[Content]:
    """Draw one sign a day, a column a week, Monday on top; the last weeks that fit."""
    if not days:
        return []
    answers = {day.day: day.answers for day in days}
    last = days[-1].day
    monday = last - timedelta(days=last.weekday())
    weeks = min(26, max(1, (width - 4) // 2))
    most = max(answers.values())
    lines = [Content.styled("Days", "bold")]
    for weekday, name in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")):
        cells: list[tuple[str, str] | str] = [(f"{name} ", "$quiet")]
        for back in range(weeks - 1, -1, -1):
            day = monday - timedelta(weeks=back) + timedelta(days=weekday)
            cells.append(_day(answers.get(day, 0), most, glyphs))
            cells.append(" ")
        lines.append(Content.assemble(*cells))
    return lines


def _day(answers: int, most: int, glyphs: Glyphs) -> tuple[str, str]:
    if not answers:
        return glyphs.open, "$rule"
    place = min(len(glyphs.sparks) - 1, answers * len(glyphs.sparks) // (most + 1))
    return glyphs.sparks[place], "$success"
