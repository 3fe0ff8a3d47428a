"""Two columns with a hanging indent: a short label and what it says."""

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

Row = tuple[Content | str, Content | str]


class Rows(Widget):
    """Draws rows of `(label, body)`; a body that is too long goes on under itself."""

    DEFAULT_CSS = """
    Rows { height: auto; width: 1fr; }
    """

    def __init__(
        self,
        rows: Sequence[Row] = (),
        *,
        gutter: int | None = None,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: tuple[tuple[Content, Content], ...] = ()
        self._fixed = gutter
        self._drawn: tuple[int, list[Content]] | None = None
        self._take(rows)

    def show(self, rows: Sequence[Row]) -> None:
        before = self._drawn
        self._take(rows)
        same = before is not None and len(self.lines(before[0])) == len(before[1])
        self.refresh(layout=not same)

    def _take(self, rows: Sequence[Row]) -> None:
        self._rows = tuple((_content(label), _content(body)) for label, body in rows)
        self._drawn = None

    def lines(self, width: int) -> list[Content]:
        """Lay the rows out for `width` cells."""
        if self._drawn is None or self._drawn[0] != width:
            self._drawn = width, self._layout(max(8, width))
        return self._drawn[1]

    def _layout(self, width: int) -> list[Content]:
        gutter = self._fixed
        if gutter is None:
            gutter = max((label.cell_length + 2 for label, body in self._rows if body), default=0)
        gutter = min(gutter, width // 2)
        drawn: list[Content] = []
        for label, body in self._rows:
            if not body:
                drawn.extend(label.wrap(width) if label else [Content()])
                continue
            head = label.truncate(gutter - 1, ellipsis=True) if gutter else Content()
            pad = " " * (gutter - head.cell_length)
            for line in body.wrap(width - gutter):
                drawn.append(Content.assemble(head, pad, line))
                head, pad = Content(), " " * gutter
        return drawn

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.content_size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's signature
        return len(self.lines(width))

    @property
    def plain(self) -> str:
        """What is drawn, without its colours."""
        return "\n".join(f"{label.plain}\t{body.plain}" for label, body in self._rows)


def _content(value: Content | str) -> Content:
    return value if isinstance(value, Content) else Content(value)
