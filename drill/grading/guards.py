"""Answers that earn nothing whatever words they hold: echoes, salads, bluff."""

from __future__ import annotations

from dataclasses import dataclass

from drill.grading.text import Text

_SALAD_WORDS = 7
"""Content words from which a text without grammar is a salad."""
_BLUFF = frozenset(
    "idea guess know dunno remember recall clue sure unsure depend context matter case forget pass skip".split()
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


def salad(text: Text) -> Guard | None:
    """A heap of keywords: long runs with neither function words nor separators, or much repeated."""
    words = len(text.forms)
    if words < _SALAD_WORDS:
        return None
    longest = max(high - low for low, high in text.clause_range)
    glue = text.function_words
    repeated = words - len({*text.stems})
    sparse = glue * 8 <= words
    if sparse and longest >= _SALAD_WORDS and longest >= 0.6 * words:
        return Guard("salad", "keywords without a sentence around them")
    code = any(mark in text.folded for mark in "=_(→")
    if sparse and not code and repeated >= 3 and repeated * 3 >= words and text.breaks * 4 < words:
        return Guard("salad", "the same keywords over and over")
    return None


def empty(text: Text) -> Guard | None:
    if not text.forms:
        return Guard("empty", "missing: nothing was answered")
    return None


def guard(text: Text, prompt: frozenset[str]) -> Guard | None:
    """The first guard that speaks."""
    return empty(text) or echo(text, prompt) or salad(text)
