"""Typing errors: which word of the rubric was meant."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rapidfuzz import process
from rapidfuzz.distance import OSA

from drill.grading import numerals
from drill.grading.common_words import COMMON, SHORT_WORDS
from drill.grading.forms import EXPAND, IRREGULAR
from drill.grading.stem import stem
from drill.grading.words import DOMAIN
from drill.grading.wordset import words

if TYPE_CHECKING:
    from collections.abc import Iterable


_DROPPED = 4
"""Length of a word in which a dropped letter is still forgiven."""
_ONE_FROM = 5
_TWO_FROM = 8
"""Letters from which one or two errors are forgiven."""
_STEM = 3
"""Letters that a wrongly joined ending leaves at least."""
_KEPT = 20_000
"""Forms whose meaning is remembered."""
_LONGEST = 30
_FAR = 2
"""Distance at which first and last letter have to be right."""
_TWO_LOST = 6
"""Length from which a word of eight letters may have lost two."""
_SUFFIXES = ("ings", "ing", "ers", "ed", "er", "es", "ly", "s", "d")


def _allowed(length: int) -> int:
    return 2 if length >= _TWO_FROM else 1 if length >= _ONE_FROM else 0


class Mender:
    """Finds the word of a vocabulary that a mistyped one stands for."""

    def __init__(self, forms: Iterable[str], prefixes: Iterable[str]) -> None:
        self._forms = frozenset(forms)
        self._base: dict[str, str] = {}
        """Every word of the vocabulary, and its plural, with the word itself."""
        self._by_length: dict[int, list[str]] = {}
        self._single: dict[str, str] = {}
        """Words by their spelling without doubled letters."""
        self._jumbled: dict[tuple[str, str], str] = {}
        """Short words by first letter and all letters in order."""
        for form in sorted(self._forms):
            if len(form) >= _DROPPED and form.isalpha():
                self._add(form)
        for form in self._base:
            self._by_length.setdefault(len(form), []).append(form)
        self._prefixes = tuple(sorted(p for p in prefixes if len(p) >= _ONE_FROM))
        self._cache: dict[str, tuple[str | None, str | None]] = {}

    def _add(self, form: str) -> None:
        self._base[form] = form
        self._single.setdefault(_single(form), form)
        if len(form) == _DROPPED:
            self._jumbled[form[0], "".join(sorted(form))] = form
        if not form.endswith("s"):
            self._base.setdefault(f"{form}s", form)

    def mend(self, form: str) -> tuple[str | None, str | None]:
        """(word meant, prefix meant); None where nothing is near enough."""
        known = self._cache.get(form)
        if known is None:
            known = self._mend(form)
            if len(self._cache) < _KEPT:
                self._cache[form] = known
        return known

    def _mend(self, form: str) -> tuple[str | None, str | None]:
        if len(form) > _LONGEST or not form.isalpha() or _is_known(form):
            return None, None
        if _allowed(len(form)) == 0:
            return (None if form in SHORT_WORDS else self._short(form)), None
        word = self._without_suffix(form) or self._single.get(_single(form)) or self._nearest(form)
        return word, None if word else self._prefix(form)

    def _short(self, form: str) -> str | None:
        """`los`, `tiem`, `smal`: short words mend only in these ways."""
        if len(form) < _STEM:
            return None
        word = self._single.get(_single(form))
        if word is None and len(form) == _DROPPED:
            word = self._jumbled.get((form[0], "".join(sorted(form)))) or self._dropped(form)
        return word

    def _nearest(self, form: str) -> str | None:
        limit = _allowed(len(form))
        reach = 2 if len(form) >= _TWO_LOST else limit
        best: tuple[int, str] | None = None
        for length in range(len(form) - limit, len(form) + reach + 1):
            near = process.extract(
                form, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=reach
            )
            for candidate, distance, _ in near:
                if distance > _allowed(max(len(candidate), len(form) - 1)):
                    continue
                framed = form[0] == candidate[0] and form[-1] == candidate[-1]
                if (distance < _FAR or framed) and (best is None or (distance, candidate) < best):
                    best = (int(distance), candidate)
        return self._base[best[1]] if best else None

    def _prefix(self, form: str) -> str | None:
        for prefix in self._prefixes:
            if form[0] != prefix[0]:
                continue
            starts = (form[: len(prefix) + step] for step in (-1, 0, 1))
            if any(OSA.distance(start, prefix, score_cutoff=1) <= 1 for start in starts):
                return prefix
        return None

    def _dropped(self, form: str) -> str | None:
        """`smal`: a word of five letters that lost one."""
        for candidate in self._by_length.get(len(form) + 1, ()):
            if candidate[0] == form[0] and OSA.distance(form, candidate, score_cutoff=1) <= 1:
                return self._base[candidate]
        return None

    def _without_suffix(self, form: str) -> str | None:
        """`fiting`: a known word with an ending wrongly joined."""
        for suffix in _SUFFIXES:
            base = form[: -len(suffix)]
            if form.endswith(suffix) and len(base) >= _STEM and base in self._forms:
                return base
        return None


def _single(form: str) -> str:
    """Spell a word without doubled letters."""
    return "".join(letter for letter, _ in groupby(form))


def _is_known(form: str) -> bool:
    """Tell whether it is a word, so that no other one was meant."""
    base = stem(form)
    return form in DOMAIN or form in COMMON or base in _DOMAIN_STEMS or base in _COMMON_STEMS


_DOMAIN_STEMS = frozenset(stem(word) for word in DOMAIN)
_COMMON_STEMS = frozenset(stem(word) for word in COMMON | SHORT_WORDS)


class _Few(Mender):
    """A vocabulary of a few words that every answer is read with."""

    def word(self, form: str) -> str:
        """Return the word meant, or the form itself."""
        if form in self._forms or form.endswith("ies"):
            return form
        if len(form) == _DROPPED and form not in SHORT_WORDS:
            return self._jumbled.get((form[0], "".join(sorted(form))), form)
        if _allowed(len(form)) == 0:
            return form
        meant = self._nearest(form) if form.isalpha() and not _is_known(form) else None
        return meant if meant is not None and meant[0] == form[0] else form


SPELLED = _Few(
    [*numerals.SPELLED, *numerals.FRACTIONS, "percent", "minus", "negative", "power"], ()
)
"""Number words."""
COMPARING = _Few(
    words("above greater bigger higher larger exceed beyond below under smaller lower fewer"), ()
)
"""Words that compare."""
FIELD = Mender(
    [word for word in (*DOMAIN, *EXPAND, *IRREGULAR, "divide") if len(word) >= _ONE_FROM], ()
)
"""Words of the field that a rubric may know by their beginning only."""
