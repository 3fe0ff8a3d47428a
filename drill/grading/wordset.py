"""Sets of words, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Make a set of the words of a text."""
    return frozenset(text.split())
