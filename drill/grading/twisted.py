"""An answer in the reference's own words that turns one of them round.

Such an answer has nearly every word that earns, so the points alone pass it. Where it runs beside
the reference, a word replaced by its contrary, or a negation added or dropped, is what
decides. Numbers are left to their typed checks.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading.antonyms import OPPOSITES

if TYPE_CHECKING:
    from drill.grading.text import Text

_LEAST = 6
"""Words that an answer has to share with the reference, in its order."""
_SHARE = 0.5
"""Share of the answer's words that these have to be."""
_CLOSE = 0.7
"""Share from which a dropped negation counts as well."""
_ASIDE = 2
"""Negated words of a clause that only set something off: `O(h^2), not O(h)`."""
_MOST = 60
"""Content words of an answer that may run beside a reference."""


@dataclass(frozen=True, slots=True)
class Twist:
    """A word of the answer and what the reference has in its place."""

    word: int
    instead: str
    plain: bool
    """Are both contraries? Else one of them is negated."""


@dataclass(frozen=True, slots=True)
class Model:
    """A reference as an answer is compared with it."""

    text: Text
    keys: tuple[str, ...]
    counts: Counter[str]


def _keys(text: Text) -> tuple[str, ...]:
    """Return what each word is compared by; negators are left to the words they govern."""
    out = []
    for at, base in enumerate(text.stems):
        if base == "#" and at not in text.pronouns:
            out.append(f"#{text.values[at][0]:g}")
        else:
            out.append("" if base == "not" else "one" if base == "#" else base)
    return tuple(out)


def model_of(reference: Text) -> Model:
    keys = _keys(reference)
    return Model(reference, keys, Counter(key for key in keys if key))


def _aligned(a: tuple[str, ...], b: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the longest run of words both have in the same order."""
    longest = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        row, below = longest[i], longest[i + 1]
        for j in range(len(b) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if a[i] and a[i] == b[j] else max(below[j], row[j + 1])
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] and a[i] == b[j]:
            out.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return out


def twist(model: Model, text: Text) -> Twist | None:
    """Find the word by which an answer that runs beside the reference says the contrary."""
    keys = _keys(text)
    words = sum(bool(key) for key in keys)
    if not _LEAST <= words <= _MOST:
        return None
    common = Counter(key for key in keys if key) & model.counts
    if common.total() < max(_LEAST, _SHARE * words):
        return None
    pairs = _aligned(model.keys, keys)
    if len(pairs) < max(_LEAST, _SHARE * words):
        return None
    return _replaced(model, keys, pairs) or _negation(
        model, text, pairs, close=len(pairs) >= _CLOSE * words
    )


def _replaced(model: Model, keys: tuple[str, ...], pairs: list[tuple[int, int]]) -> Twist | None:
    """Find a word between two shared words that replaces its contrary, found nowhere else."""
    ends = [(-1, -1), *pairs, (len(model.keys), len(keys))]
    for (i, j), (k, m) in itertools.pairwise(ends):
        for there, here in itertools.product(range(i + 1, k), range(j + 1, m)):
            old, new = model.keys[there], keys[here]
            if new in OPPOSITES.get(old, ()) and old not in keys:
                return Twist(here, model.text.forms[there], plain=True)
    return None


def _negation(
    model: Model, text: Text, pairs: list[tuple[int, int]], *, close: bool
) -> Twist | None:
    """Find a clause most of whose shared words are negated here and not there."""
    turned: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    for there, here in pairs:
        clause = text.clause[here]
        shared[clause] += 1
        negated = len(text.negators[here]) % 2
        if negated == len(model.text.negators[there]) % 2 or clause in text.conditional:
            continue
        if negated:
            turned[clause] += 1
        elif close and not any(text.forms[at] == "not" for at in range(*text.clause_range[clause])):
            return Twist(here, "not " + model.text.forms[there], plain=False)
        if turned[clause] * 2 > shared[clause] and turned[clause] > _ASIDE:
            return Twist(here, model.text.forms[there], plain=False)
    return None
