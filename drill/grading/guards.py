"""Answers that earn nothing whatever words they hold: echoes, salads, bluff."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from drill.grading.text import Text, words_of
from drill.grading.wordset import words

_SALAD_RUN = 9
"""Words in a row from which a text without grammar is a salad."""
_SALAD_GLUE = 5
"""A text with one function word in so many content words has no grammar."""
JOINTS = words("vs versus then above below not no only before after w/o")
_ARTICLES = frozenset({"the", "a", "an"})
_PREPOSITIONS = words("of with from into for by at to in on between than as")
_VERBS = words("""
is are was were be been should would can could will must may might
""")
_MARKS = words(". , ; : ! ?")
_NO_NOUN = _PREPOSITIONS | _VERBS | (_MARKS - {","}) | words("and or but the a an it they you we")
"""What no article stands before."""
_NO_OBJECT = _VERBS | words("and or but of with into for")
"""What no preposition stands before."""
_PRONOUNS = frozenset({"it", "they", "we", "you", "i"})
_COPULAS = frozenset({"is", "are", "was", "were"})
_MARKS_AFTER = frozenset({".", ",", ";", ":"})
_NAME = re.compile(r"[\w.]*[a-z]_[a-z][\w.]*(?:\(.{0,20}\))?")
"""A name of code, such as `detect_anomaly`."""
_INFINITIVES = frozenset({("to", "be"), ("in", "and"), ("on", "and")})
"""`to be`, and verbs with a particle: `it leaked in and …`."""
_ECHO = 2
"""Content words from which an echo is told from a short answer."""
_FAULTS = 2
_FAULT_SHARE = 16
"""At least one fault in so many words."""
_FILLERS = words("um uh er uhm hmm like well")


@dataclass(frozen=True, slots=True)
class Guard:
    """Why an answer earns nothing."""

    name: str
    why: str


def echo(text: Text, prompt: frozenset[str]) -> Guard | None:
    """Tell whether nearly every content word is one of the prompt's."""
    words = [s for s in text.stems if s not in {"not", "#"}]
    if len(words) < _ECHO or text.values or _NAME.fullmatch(text.folded.strip()):
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
    """Find a heap of keywords: a long run without function words, or shuffled words."""
    words = len(text.forms)
    if text.function_words * _SALAD_GLUE <= words and _longest_run(text) >= _SALAD_RUN:
        return Guard("salad", "keywords without a sentence around them")
    if _shuffled(text):
        return Guard("salad", "words in no order that makes a sentence")
    return None


def _fault(word: str, following: str) -> int:
    """How little two words can follow each other."""
    if word in _ARTICLES:
        return 2 if following in _NO_NOUN else 0
    if word in _PREPOSITIONS:
        return int(following in _NO_OBJECT and (word, following) not in _INFINITIVES)
    if word in _VERBS:
        return int(following in {"of", "and", "or", "is", "are", "was", "were"})
    return int(word in {"and", "or"} and (following in _MARKS or following in {"and", "or", "of"}))


def _shuffled(text: Text) -> bool:
    """Tell whether articles, prepositions and verbs stand where no sentence has them."""
    words = [piece.form for piece in text.raw if piece.form not in _FILLERS]
    faults = sum(_fault(a, b) for a, b in pairwise([*words, "."]))
    return faults >= _FAULTS and faults * _FAULT_SHARE >= len(words)


def disordered(text: Text) -> bool:
    """Tell whether a word stands where sentences seldom have it: enough not to be sure."""
    words = [piece.form for piece in text.raw if piece.form not in _FILLERS]
    pairs = [*pairwise([*words, "."])]
    if any(_fault(a, b) for a, b in pairs):
        return True
    odd = sum(
        (a in _PREPOSITIONS and b in _MARKS_AFTER)
        or (a in _PRONOUNS and b in _PRONOUNS | {"of"})
        or (a in _COPULAS and b in _COPULAS)
        for a, b in pairs
    )
    return odd > 0


def empty(text: Text) -> Guard | None:
    if not text.forms:
        return Guard("empty", "missing: nothing was answered")
    return None


def guard(text: Text, prompt: frozenset[str]) -> Guard | None:
    """Return the first guard that speaks."""
    return empty(text) or echo(text, prompt) or salad(text)
