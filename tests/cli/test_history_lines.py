"""`drill history` as a person reads it."""

from datetime import UTC, datetime

from drill.cli.history import HEAD, _cells
from drill.model.history import HistoryRow

AT = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
ROW = HistoryRow(
    sitting="s1",
    mode="grill",
    title="Grill",
    started=AT,
    last=AT,
    finished=True,
    of=7,
    answered=7,
    cold=4,
    incorrect=3,
    score=28.5,
    scaled_from=7,
    think=1,
    write=1,
    review=1,
    touched=True,
)


def told(row: HistoryRow) -> dict[str, object]:
    return dict(zip(HEAD, _cells(row), strict=True))


def test_answers_are_out_of_fifty_and_rounded_down() -> None:
    """The score says on how many it counts, and never more than was reached."""
    line = told(ROW)
    assert (line["answers/50"], line["asked"], line["cold"]) == (28, 7, 4)
    assert line["debugging/50"] is None
    assert line["title"] == "Grill"


def test_a_sitting_that_was_cut_short_says_where() -> None:
    """Four of seven is no whole sitting, whatever the score."""
    short = ROW.model_copy(update={"incorrect": 0, "answered": 4, "score": 50.0})
    assert told(short)["title"] == "Grill (stopped after 4 of 7)"
    assert told(short.model_copy(update={"finished": False}))["title"] == "Grill (open)"


def test_an_exercise_has_the_points_of_its_fix_and_its_steps() -> None:
    """Both parts stand beside their sum; there are no answers to count."""
    none = dict.fromkeys(("answered", "cold", "incorrect"), 0)
    update = {"mode": "exercise", "points": 43.9, "fix": 20.0, "steps": 23.96, "score": None}
    line = told(ROW.model_copy(update={**none, **update}))
    parts = ("fix/20", "steps/30", "debugging/50", "cold", "answers/50")
    assert [line[part] for part in parts] == ["20", "23.9", 43, None, None]
    assert line["title"] == "Grill"
