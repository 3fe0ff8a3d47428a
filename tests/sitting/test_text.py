"""Drafts are logged as edits: they have to give the text back exactly."""

from hypothesis import given
from hypothesis import strategies as st

from drill.sitting.text import apply, clean, edit_between

TEXT = st.text(alphabet="ab🦊\u0301\n", max_size=12)


@given(TEXT, TEXT)
def test_an_edit_makes_the_new_text_of_the_old(old: str, new: str) -> None:
    """Applying the edit between two texts to the first gives the second."""
    assert apply(old, edit_between(old, new)) == new


@given(TEXT, TEXT, TEXT)
def test_an_edit_is_no_longer_than_what_was_typed(head: str, typed: str, tail: str) -> None:
    """Typing in the middle of a long text logs only what was typed."""
    edit = edit_between(head + tail, head + typed + tail)
    assert len(edit.put) - edit.cut == len(typed)
    assert len(edit.put) <= len(typed)


@given(st.text(st.characters(codec=None), max_size=20))
def test_cleaned_text_can_be_written(text: str) -> None:
    """Any text of Python becomes text that UTF-8 can hold; sound text stays as it is."""
    made = clean(text)
    made.encode()
    assert clean(made) == made
