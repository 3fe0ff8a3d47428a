"""A score out of 50 as a bar in which the lines 28 and 30 stand."""

from itertools import groupby

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from drill.model.scale import AIM_LINE, FULL, PASS_LINE
from drill.tui.glyphs import Glyphs

TAIL = 29
"""Cells kept behind the bar, so that bars above each other are of one length."""


def score_style(score: float) -> str:
    if score >= AIM_LINE:
        return "$success"
    return "$primary" if score >= PASS_LINE else "$warning"


def score_bar(score: float, width: int, glyphs: Glyphs) -> Content:
    """Draw `score` of 50 over `width` cells with a mark at the pass and at the aim line."""
    filled = round(min(max(score, 0.0), FULL) / FULL * width)
    marks = {min(width - 1, round(line / FULL * width)) for line in (PASS_LINE, AIM_LINE)}
    style = score_style(score)
    cells = [
        (glyphs.line, "bold $foreground")
        if cell in marks
        else ((glyphs.full, style) if cell < filled else (glyphs.empty, "$gap"))
        for cell in range(max(0, width))
    ]
    return Content.assemble(
        *((sign * len(list(run)), look) for (sign, look), run in groupby(cells))
    )


class ScoreBar(Widget):
    """One line: a label, the score, the bar and what the two lines are."""

    DEFAULT_CSS = """
    ScoreBar { height: 1; width: 1fr; }
    """

    def __init__(self, label: str, glyphs: Glyphs, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._label = label
        self._glyphs = glyphs
        self._score: float | None = None
        self._text = ""
        self._tail = ""

    def show(self, score: float | None, text: str, tail: str = "") -> None:
        """Draw `score`; `text` is how it is written (`31/50`), `tail` stands behind the bar."""
        self._score, self._text, self._tail = score, text, tail
        self.refresh()

    def render(self) -> Content:
        head = Content.assemble(
            (f"{self._label:<11}", "bold"),
            (f"{self._text:<12}", score_style(self._score or 0.0) if self._score else "$quiet"),
        )
        tail = Content.styled(self._tail, "$quiet")
        room = self.content_size.width - head.cell_length
        width = min(44, room - TAIL)
        if width < 10:  # noqa: PLR2004 - too little for a bar that says anything
            return Content.assemble(head, tail)
        return Content.assemble(
            head, score_bar(self._score or 0.0, width, self._glyphs), "  ", tail
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return 1
