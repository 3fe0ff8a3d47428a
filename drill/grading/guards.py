"""Answers that earn nothing whatever words they hold: echoes, salads, bluff."""

from __future__ import annotations

from dataclasses import dataclass

from drill.grading.text import Text, words_of

_SALAD_RUN = 9
"""Words in a row from which a text without grammar is a salad."""
JOINTS = frozenset(
    {"vs", "versus", "then", "above", "below", "not", "no", "only", "before", "after", "w/o"}
)
_ARTICLES = frozenset({"the", "a", "an"})
_PREPOSITIONS = frozenset({"of", "with", "from", "into", "for", "by", "at"})
_NO_NOUN = frozenset(
    ["of", "to", "in", "on", "at", "by", "for", "with", "from", "is", "are", "was", "were", "and", "or", "the", "a", "an", "it", "if", "than", "but", ".", ",", ";", ":"]
)
_NO_OBJECT = frozenset(["of", "is", "are", "was", "were", "and", "or", "to", "but", "by", "with", "than", ".", ";", ":"])
_FAULTS = 3
_FAULT_SHARE = 9
"""At least one fault in so many words."""
_BLUFF = frozenset(
    ["idea", "guess", "know", "dunno", "remember", "recall", "clue", "sure", "unsure", "depend", "context", "matter", "case", "forget", "pass", "skip"]
)


@dataclass(frozen=True, slots=True)
class Guard:
    """Why an answer earns nothing."""

    name: str
    why: str


def echo(text: Text, prompt: frozenset[str]) -> Guard | None:
    """Is nearly every content word one of the prompt's?"""
    words = [s for s in text.stems if s not in {"not", "#"}]
    if len(words) < 2 or text.values:
        return None
    new = [w for w in words if w not in prompt]
    if len(new) * 5 <= len(words):
        return Guard("echo", "the question is only said again")
    return None


def _longest_run(text: Text) -> int:
    """Words in a row that no function word and no separator parts."""
    longest = run = 0
    for piece in text.raw:
        if (
            piece.kind in {"punct", "num"}
            or piece.form in JOINTS
            or (piece.kind == "word" and not words_of(piece.form))
        ):
            run = 0
        else:
            run += 1
            longest = max(longest, run)
    return longest


def salad(text: Text) -> Guard | None:
    """A heap of keywords: a long run with neither function words nor separators, or shuffled words."""
    words = len(text.forms)
    if text.function_words * 8 <= words and _longest_run(text) >= _SALAD_RUN:
        return Guard("salad", "keywords without a sentence around them")
    if _shuffled(text):
        return Guard("salad", "words in no order that makes a sentence")
    return None


def _shuffled(text: Text) -> bool:
    """Do articles and prepositions stand where no sentence has them?"""
    words = [piece.form for piece in text.raw]
    faults = sum(
        2 if a in _ARTICLES else 1
        for a, b in zip(words, [*words[1:], "."], strict=True)
        if (a in _ARTICLES and b in _NO_NOUN) or (a in _PREPOSITIONS and b in _NO_OBJECT)
    )
    return faults >= _FAULTS and faults * _FAULT_SHARE >= len(words)


def empty(text: Text) -> Guard | None:
    if not text.forms:
        return Guard("empty", "missing: nothing was answered")
    return None


def guard(text: Text, prompt: frozenset[str]) -> Guard | None:
    """The first guard that speaks."""
    return empty(text) or echo(text, prompt) or salad(text)
