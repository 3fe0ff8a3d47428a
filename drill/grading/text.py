"""An answer as content words in claims, each with its place in the original text."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from drill.grading.forms import EXPAND
from drill.grading.stem import stem
from drill.grading.words import FUNCTION

if TYPE_CHECKING:
    from drill.grading.scanner import Raw


@dataclass(slots=True)
class Text:
    """Content words of an answer, as parallel lists (one entry a word)."""

    original: str
    folded: str
    raw: list[Raw]
    offsets: list[int] | None = None
    """For each character of `folded` its place in `original`; None: the same."""
    corrected: bool = False
    """Was something taken back (which is not in `raw`)?"""
    forms: list[str] = field(default_factory=list)
    stems: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    """In the original text."""
    values: dict[int, tuple[float, bool]] = field(default_factory=dict)
    """Number words: value, and whether a percent sign stood by."""
    pronouns: set[int] = field(default_factory=set)
    """Numbers that are the pronoun `one`."""
    counts: set[int] = field(default_factory=set)
    """Numbers written as the word `one` or the digit 1, which are no 100 %."""
    clause: list[int] = field(default_factory=list)
    sentence: list[int] = field(default_factory=list)
    negators: list[tuple[int, ...]] = field(default_factory=list)
    """For each word the negators over it, as word indices."""
    weak: set[int] = field(default_factory=set)
    """Negators that never contradict."""
    sweeping: set[int] = field(default_factory=set)
    """Negators that judge the rest of their sentence: `it is not true that …`."""
    conditional: set[int] = field(default_factory=set)
    """Clauses that state a condition."""
    clause_range: list[tuple[int, int]] = field(default_factory=list)
    """First word and behind the last word of each clause."""
    clause_sentence: list[int] = field(default_factory=list)
    sentence_range: list[tuple[int, int]] = field(default_factory=list)
    particles: dict[str, set[int]] = field(default_factory=dict)
    """Function words dropped, with the clauses they stood in; none that part two clauses."""
    function_words: int = 0
    """Function words dropped: salads have none."""
    breaks: int = 0
    """Separators: punctuation, arrows, line breaks."""


@lru_cache(maxsize=1 << 15)
def words_of(form: str) -> tuple[tuple[str, str], ...]:
    """Content words behind a written word: pairs of form and stem; none for function words."""
    if form in FUNCTION:
        return ()
    expanded = EXPAND.get(form)
    if expanded is None and form.endswith("'s"):
        form = form[:-2]
        if form in FUNCTION:
            return ()
        expanded = EXPAND.get(form)
    if expanded is None:
        return ((form, stem(form)),)
    return tuple((word, stem(word)) for word in expanded.split())
