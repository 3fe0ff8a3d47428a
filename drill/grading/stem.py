"""One stem for all the forms of a word."""

from __future__ import annotations

import re
from functools import lru_cache

import snowballstemmer

from drill.grading.forms import IRREGULAR

_SHORT = 5
"""Letters of a word whose spelling is not Americanised."""
_LONG = 40
"""Letters beyond which a word is no word."""
_STEMMER = snowballstemmer.stemmer("english")
_ISE = re.compile(r"(?<=[a-z]{3})(i|y)s(e|ed|es|er|ers|ing|ation|ations)$")
_OUR = re.compile(r"(?<=[a-z]{3})our(s|ed|al|able|ing)?$")
_DOUBLE = re.compile(r"ll(ed|ing|er|ers)$")


def _american(word: str) -> str:
    if len(word) > _SHORT:
        word = _ISE.sub(r"\1z\2", word)
        word = _OUR.sub(r"or\1", word)
        word = _DOUBLE.sub(r"l\1", word)
    return word


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Stem of a folded word; British and American forms meet."""
    known = IRREGULAR.get(word)
    if known is not None and known == word:
        return known
    word = _american(known or word)
    known = IRREGULAR.get(word)
    if known == word:
        return word
    base = known or word
    if len(base) > _LONG or not base.isascii():
        return base
    return str(_STEMMER.stemWord(base))
