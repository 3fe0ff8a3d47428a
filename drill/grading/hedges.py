"""Words by which the writer says that they do not know."""

from __future__ import annotations

import re

_GUESSES = re.compile(
    r"\b(?:i guess|i suppose|no idea|dunno|somehow|i forg[eo]t"
    r"|not (?:really |quite |too |so )?(?:sure|certain)"
    r"|(?:don'?t|do not|can'?t|cannot) (?:remember|recall|think of|come up))\b"
)
"""Linear: alternatives of fixed words. `Probably`, `maybe` and `i think` are left out: people who
know say them too."""


def guesses(folded: str) -> bool:
    """Tell whether the writer admits to guess: what is right is then half an answer."""
    return _GUESSES.search(folded) is not None


_DOUBTS = re.compile(
    r"\b(?:i (?:think|believe)|maybe|perhaps|probably|(?:could|might) be"
    r"|if i remember|iirc|afaik)\b"
    r"|\?\s{0,9}$"
)


def doubts(folded: str) -> bool:
    """Tell whether the writer is not certain: no fault, but a short answer is then not sure."""
    return _DOUBTS.search(folded) is not None
