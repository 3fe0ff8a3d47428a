"""What the card says of a hypothesis reads like a sentence and quotes whole words."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.debugging.finding import QUOTE, quoted

Teller = Callable[..., Any]


def why(told: Any) -> str:
    return str(told.score().parts["hypothesis"].why)


def test_a_long_text_is_cut_between_words() -> None:
    """A thousand letters become one line; no word is cut and the rest is said to be missing."""
    said = quoted("the eviction " * 80)
    assert len(said) <= QUOTE + 4
    assert said.endswith(' …"')
    assert set(said.strip('"').removesuffix(" …").split()) == {"the", "eviction"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("it's the lock", '"it\'s the lock"'),
        ("two\nlines", '"two lines"'),
        ("汉字 in the key", '"汉字 in the key"'),
        ("x" * 200, f'"{"x" * QUOTE} …"'),
    ],
)
def test_words_are_quoted_as_they_were_written(text: str, shown: str) -> None:
    """No escapes, no line breaks; a word without end is cut where the room ends."""
    assert quoted(text) == shown


def test_a_right_first_thought_had_nothing_to_mark(tell: Teller) -> None:
    """The line does not speak of thoughts that proved wrong where there were none."""
    assert "nothing had to be marked refuted (+1)" in why(tell().thinks().edits().submits())


def test_a_marked_one_is_said_to_be_marked(tell: Teller) -> None:
    """A wrong thought marked so earned the point."""
    told = tell().thinks("the lock is missing", "refuted").thinks().edits().submits()
    assert "what proved wrong is marked refuted (+1)" in why(told)


@pytest.mark.parametrize(
    ("edits", "says"),
    [(1, "the edit was blind"), (2, "2 of 2 edits were blind")],
)
def test_blind_edits_are_counted_in_plain_words(tell: Teller, edits: int, says: str) -> None:
    """One is not called "1 of 1 edits"."""
    told = tell()
    for _ in range(edits):
        told.edits().fails()
    assert str(told.score().parts["discipline"].why).startswith(f"{says}: tried without")
