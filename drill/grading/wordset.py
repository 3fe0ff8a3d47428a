"""Sets and tables of words, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Make a set of the words of a text."""
    return frozenset(text.split())


def table(text: str) -> dict[str, str]:
    """Make a table of pairs `word:meaning`, an underscore for each space."""
    pairs = (pair.split(":") for pair in text.split())
    return {word: meaning.replace("_", " ") for word, meaning in pairs}
