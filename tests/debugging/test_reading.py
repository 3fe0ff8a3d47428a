"""A trace that is wrong is refused with the line that is wrong."""

import json

import pytest

from drill.debugging import read_events
from drill.errors import UsageError

OPENED = {"t": 0, "kind": "opened", "slug": "x", "minutes": 5}
SUBMITTED = {
    "t": 1,
    "kind": "submitted",
    "verdict": "solved",
    "groups_passed": 5,
    "groups": 5,
    "changed": 1,
    "reference_changed": 1,
}


def lines(*events: object) -> list[str]:
    return [event if isinstance(event, str) else json.dumps(event) for event in events]


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ((), "no events"),
        (("nonsense",), "line 1: not JSON"),
        (("[]",), "line 1: an event is a JSON object"),
        (
            ({"t": 0, "kind": "closed", "reason": "time"},),
            "line 1: the first event must be `opened`",
        ),
        ((OPENED, OPENED), "line 2: a second `opened`"),
        ((OPENED, {"t": 1, "kind": "jumped"}), "line 2: jumped: kind"),
        ((OPENED, {"t": 1}), "line 2: event: kind"),
        ((OPENED, {"t": 1, "kind": "ran", "target": "example"}), "line 2: ran: failed"),
        (
            (OPENED, {"t": 1, "kind": "ran", "target": "prod", "failed": True}),
            "line 2: ran: target",
        ),
        ((OPENED, "", {"t": 1, "kind": "hint", "level": 4}), "line 3: hint: level"),
        (
            (OPENED, {"t": 9, "kind": "hint", "level": 1}, {"t": 8, "kind": "hint", "level": 2}),
            "line 3: t falls from 9 to 8",
        ),
        (
            (
                OPENED,
                {"t": 9, "kind": "closed", "reason": "time"},
                {"t": 9, "kind": "hint", "level": 2},
            ),
            "line 3: `hint` after `closed`",
        ),
        (
            (OPENED, {"t": 1, "kind": "own_test", "holds_on_fixed": True, "caught": 5, "of": 4}),
            "line 2: own_test: caught 5 of 4",
        ),
        ((OPENED, {**SUBMITTED, "groups_passed": 2}), "line 2: submitted: solved, but only 2 of 5"),
        ((OPENED, {**SUBMITTED, "groups_passed": 6}), "line 2: submitted: groups_passed 6 of 5"),
        ((OPENED, {**SUBMITTED, "residue": "yes"}), "line 2: submitted: residue"),
        ((OPENED, {**SUBMITTED, "residue": True}), "line 2: submitted: residue"),
        ((OPENED, {**SUBMITTED, "residue": None}), "line 2: submitted: residue"),
        (({**OPENED, "t": True},), "line 1: opened: t"),
        (({**OPENED, "t": "7"},), "line 1: opened: t"),
        (({**OPENED, "minutes": 1e300},), "line 1: opened: minutes"),
        ((OPENED, {"t": 1e8, "kind": "hint", "level": 1}), "line 2: hint: t: .*10000000"),
        (({**OPENED, "minutes": 0},), "line 1: opened: minutes"),
        (({**OPENED, "t": float("nan")},), "line 1: opened: t"),
    ],
)
def test_wrong_trace_names_its_line(events: tuple[object, ...], says: str) -> None:
    """The message says which line and, where one is at fault, which field."""
    with pytest.raises(UsageError, match=says.replace("`", ".")):
        read_events(lines(*events))


def test_fields_of_a_newer_drill_are_left_alone() -> None:
    """A trace with a field that this version does not know can still be scored."""
    events = read_events(
        lines({**OPENED, "mood": "calm"}, {"t": 1, "kind": "explained", "text": "x"})
    )
    assert [event.kind for event in events] == ["opened", "explained"]


def test_blank_lines_are_skipped() -> None:
    """A line end at the end of the file is no event."""
    assert len(read_events(["\n", *lines(OPENED), "  \n"])) == 1
