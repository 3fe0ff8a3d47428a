"""What the pages in docs/ list is what there is."""

import re
from pathlib import Path
from typing import get_args

from drill.model.event import Body
from drill.services.export import COLUMNS

PAGE = (Path(__file__).parents[2] / "docs" / "history.md").read_text(encoding="utf-8")


def test_every_event_kind_is_explained() -> None:
    """The table of events names each kind, and no other."""
    table = PAGE.split("## Events")[1].split("## CSV")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    listed = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    assert listed == {kind.model_fields["kind"].default for kind in get_args(Body)}


def test_every_column_is_listed() -> None:
    """The columns of the CSV stand on the page in their order."""
    assert tuple(re.findall(r"`(\w+)`", PAGE.split("with these columns:")[1])) == COLUMNS
