"""What `drill exercise watch` says fits the terminal it is said in."""

from hypothesis import given
from hypothesis import strategies as st

from drill.cli.watch import HELP
from drill.cli.watch_words import fitted

words = st.text(alphabet="abc", min_size=1, max_size=12)


@given(st.lists(words, min_size=1, max_size=30), st.integers(20, 60), st.integers(0, 4))
def test_no_word_is_broken_and_no_line_too_long(said: list[str], width: int, indent: int) -> None:
    """Lines break between words; what follows stands further in, and nothing is lost."""
    lines = fitted(" " * indent + " ".join(said), width).splitlines()
    assert all(len(line) <= width for line in lines)
    assert " ".join(lines).split() == said
    assert all(line.startswith(" " * (indent + 4)) for line in lines[1:])


def test_what_goes_to_a_program_is_left_alone() -> None:
    """Without a terminal there is no width."""
    assert fitted(HELP, None) == HELP


def test_an_empty_line_stays() -> None:
    """Paragraphs are kept apart."""
    assert fitted("one\n\ntwo", 40) == "one\n\ntwo"


def test_the_keys_of_watch_fit_a_small_terminal() -> None:
    """The list of what can be typed is never broken by a terminal of 80 columns."""
    assert max(map(len, HELP.splitlines())) <= 80
