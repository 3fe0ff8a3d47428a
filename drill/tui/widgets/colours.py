"""The colours of code: which part of a line has which, asked only for rows an edit touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from textual.widgets.text_area import TextAreaTheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.document._syntax_aware_document import SyntaxAwareDocument
    from textual.theme import Theme
    from tree_sitter import Node, Query, Tree

_STYLES = {
    "string": "string",
    "comment": "comment",
    "keyword": "word",
    "keyword.function": "word",
    "keyword.return": "word",
    "keyword.operator": "word",
    "conditional": "word",
    "repeat": "word",
    "exception": "word",
    "include": "word",
    "function": "defined",
    "method": "defined",
    "type.class": "defined",
    "number": "value",
    "float": "value",
    "boolean": "value",
    "constant.builtin": "value",
    "attribute": "decorator",
}
"""Name of a highlight -> how it is drawn, undermost first."""

Highlight = tuple[int, int | None, str]
"""First byte, the byte after the last one (None: to the end of the line), name."""
Highlights = dict[int, list[Highlight]]
"""Row -> its highlights; a later one is drawn over an earlier one."""


def code_theme(theme: Theme) -> TextAreaTheme:
    """Make the colours of code from the palette of the app."""
    quiet = theme.variables["quiet"]
    drawn = {
        "string": Style(color=theme.success),
        "comment": Style(color=quiet, italic=True),
        "word": Style(color=theme.primary),
        "defined": Style(color=theme.foreground, bold=True),
        "value": Style(color=theme.accent),
        "decorator": Style(color=theme.secondary),
    }
    return TextAreaTheme(
        name=f"code-{theme.name}",
        base_style=Style(color=theme.foreground, bgcolor=theme.background),
        gutter_style=Style(color=quiet, dim=True, bgcolor=theme.background),
        cursor_style=Style(color=theme.background, bgcolor=theme.foreground),
        cursor_line_style=Style(bgcolor=theme.surface),
        cursor_line_gutter_style=Style(color=quiet, bgcolor=theme.surface),
        bracket_matching_style=Style(bgcolor=theme.panel, bold=True),
        selection_style=Style(bgcolor=theme.panel),
        syntax_styles={name: drawn[style] for name, style in _STYLES.items()},
    )


def colours(document: SyntaxAwareDocument, query: Query, rows: Iterable[int]) -> Highlights:
    """Ask for the highlights of `rows`."""
    found: Highlights = {row: [] for row in rows}
    for first, last in _stretches(sorted(found)):
        captures = document.query_syntax_tree(query, (first, 0), (last + 1, 0))
        for name in _STYLES:
            for node in sorted(captures.get(name, ()), key=lambda node: node.start_byte):
                for row, start, end in _by_row(node, first, last):
                    found[row].append((start, end, name))
    return found


def touched(before: Tree, document: SyntaxAwareDocument, first: int, last: int) -> set[int]:
    """Give the rows whose colours an edit of the rows `first` to `last` can have changed.

    `before` is the tree as it was, which the edit has told what moved.
    """
    rows = set(range(first, last + 1))
    for changed in before.changed_ranges(document._syntax_tree):  # noqa: SLF001 - no other way to it
        rows |= set(range(changed.start_point.row, changed.end_point.row + 1))
    return {row for row in rows if row < document.line_count}


def shifted(highlights: Highlights, first: int, last: int, by: int) -> Highlights:
    """Leave out the rows `first` to `last`, and move what stands below them by so many rows."""
    return {
        row + by if row > last else row: found
        for row, found in highlights.items()
        if not first <= row <= last
    }


def _stretches(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Join neighbouring rows."""
    first = None
    for place, row in enumerate(rows):
        first = row if first is None else first
        if place + 1 == len(rows) or rows[place + 1] != row + 1:
            yield first, row
            first = None


def _by_row(node: Node, first: int, last: int) -> Iterator[tuple[int, int, int | None]]:
    top, bottom = node.start_point, node.end_point
    for row in range(max(top.row, first), min(bottom.row, last) + 1):
        start = top.column if row == top.row else 0
        yield row, start, bottom.column if row == bottom.row else None
