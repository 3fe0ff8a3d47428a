"""What an answer in a reference's own words exchanges: sides, neighbours, places in an order.

For answers graded against a reference alone: nobody declared roles or an order, so only an
exchange that leaves its trace on several shared words counts.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

from drill.grading.antonyms import contraries
from drill.grading.wordset import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.grading.text import Text

Pair = tuple[int, int]
"""A word of the reference and its place in the answer."""
_ASKS_ORDER = re.compile(
    r"\b(?:order|sequence|steps (?:of|to|in|for|when)|(?:come|comes|goes) first)\b"
    r"|\bfirst steps?\W*(?:$|:)",
    re.IGNORECASE,
)
_TELLS_ORDER = re.compile(
    r"(?<!until )(?<!by )(?<!since )\bthen\b|\b(?:finally|afterwards?)\b|->|→", re.IGNORECASE
)
_TURNS_ORDER = re.compile(
    r"\b(?:before|after|prior|last|until|till|once|because|backwards|from the end|bottom)\b",
    re.IGNORECASE,
)
"""An answer with such words may tell the right order from another end."""
_IN_ORDER = 0.7
_AT_ALL = 0.35
"""Shares of pairs in like order below which a sequence is told the other way round: where the
prompt asks for an order, and where only the reference tells one."""
_SEQUENCE = 3
"""Shared words from which an order can be judged."""
_YES = re.compile(r"\W*(?:yes|yeah|yep|yup)\b", re.IGNORECASE)
_NO = re.compile(r"\W*(?:no|nope|nah)\b(?=\W*[,.:;!]|\W*$)", re.IGNORECASE)
_BESIDE = 0.6
"""Share of an answer's words from which it runs beside the reference."""
_SIDES = 2
_PARTS = re.compile(r"[;.]|\b(?:whereas|while|but)\b", re.IGNORECASE)
_RELATES = re.compile(r"\b(?:before|after|then|than|into|instead|rather)\b", re.IGNORECASE)
_ONE_WAY = re.compile(r"\b(?:among|than|before|after|given|over|into|precedes)\b")
_NEARLY_ALL = 0.75
"""Share of all words from which two texts differ by little but places."""
_LIGHT = words("not then first if use about")
"""Words that belong to no side and no place."""


def opening(reference: str, answer: str) -> tuple[int, int] | None:
    """Find the `yes` of an answer where the reference begins with `no`, or the other way round."""
    for one, other in ((_YES, _NO), (_NO, _YES)):
        if one.match(reference) and (said := other.match(answer)):
            return said.span()
    return None


def reversed_order(prompt: str, reference: Text, answer: Text, pairs: Sequence[Pair]) -> list[int]:
    """Find where an answer tells a sequence the other way round."""
    asked = _ASKS_ORDER.search(prompt) is not None
    if not asked and not _TELLS_ORDER.search(reference.original):
        return []
    places = [j for i, j in pairs if reference.forms[i] not in _LIGHT]
    if len(places) < _SEQUENCE + (not asked) or _TURNS_ORDER.search(answer.original):
        return []
    both = list(itertools.combinations(places, 2))
    if sum(a < b for a, b in both) >= (_IN_ORDER if asked else _AT_ALL) * len(both):
        return []
    return [min(places)]


def exchanged_sides(reference: Text, answer: Text, pairs: Sequence[Pair]) -> list[int]:
    """Find the words of two clauses that have each taken a word of the other.

    Only words that stand in one clause of the reference count, and only clauses that are set
    against each other: by a contrary, by a word both have, or by how they are parted. A clause of
    the answer that keeps to one side speaks against an exchange; both have to be mixed.
    """
    where: dict[str, set[int]] = {}
    for base, clause in zip(reference.stems, reference.clause, strict=True):
        where.setdefault(base, set()).add(clause)
    sides: dict[int, dict[int, list[int]]] = {}
    for i, j in pairs:
        if len(where[reference.stems[i]]) == 1 and reference.forms[i] not in _LIGHT:
            sides.setdefault(answer.clause[j], {}).setdefault(reference.clause[i], []).append(j)
    telling = [found for found in sides.values() if sum(map(len, found.values())) >= _SIDES]
    mixed = [found for found in telling if len(found) > 1]
    if len(mixed) != _SIDES or len(telling) != _SIDES:
        return []
    one, other = mixed
    if len(one) != _SIDES or one.keys() != other.keys() or not _against(reference, *sorted(one)):
        return []
    return [min(found.values(), key=len)[0] for found in mixed]


def _against(reference: Text, one: int, other: int) -> bool:
    """Tell whether two clauses of the reference are set against each other."""
    (low, high), (start, end) = reference.clause_range[one], reference.clause_range[other]
    left, right = {*reference.stems[low:high]}, {*reference.stems[start:end]}
    if left & right or any(contraries(base) & right for base in left):
        return True
    return _PARTS.search(_between(reference, high - 1, start)) is not None


def crossed_neighbours(reference: Text, answer: Text, pairs: Sequence[Pair]) -> list[int]:
    """Find contraries that have exchanged their neighbours: `saves memory` and `costs compute`."""
    place, stems = dict(pairs), answer.stems
    here = {(stems[x], stems[y]) for x, y in _neighbours(answer)}
    out = []
    for (a, b), (c, d) in itertools.combinations(_neighbours(reference), 2):
        if not {a, b, c, d} <= place.keys():
            continue
        first, second, third, fourth = (reference.stems[i] for i in (a, b, c, d))
        contrary = third in contraries(first) or fourth in contraries(second)
        if not contrary or len({first, second, third, fourth}) < _SIDES * 2:
            continue
        own, other = (stems[place[a]], stems[place[b]]), (stems[place[c]], stems[place[d]])
        cross = {(own[0], other[1]), (other[0], own[1])}
        if cross <= here and not {own, other} & here:
            out.append(place[b])
    return out


def _neighbours(text: Text) -> list[tuple[int, int]]:
    """Give pairs of words that stand next to each other in a clause."""
    return [
        (at, at + 1)
        for at in range(min(len(text.stems), 120) - 1)
        if text.clause[at] == text.clause[at + 1]
    ]


def exchanged_places(reference: Text, answer: Text, pairs: Sequence[Pair]) -> list[int]:
    """Find two words or runs of words that changed places round one that stayed.

    The answer has to run beside the reference, and a word of relation or a contrary has to stand
    between them: `overflow in fp16` and `fp16 overflow` exchange nothing.
    """
    if len(pairs) < max(2 * _SIDES, _BESIDE * len(answer.stems)):
        return []
    told = [i for i, _ in sorted(pairs, key=lambda pair: pair[1])]
    wanted = sorted(told)
    off = [k for k, (i, want) in enumerate(zip(told, wanted, strict=True)) if i != want]
    if not off:
        return []
    part, told = wanted[off[0] : off[-1] + 1], told[off[0] : off[-1] + 1]
    place = dict(pairs)
    for low, high in itertools.combinations_with_replacement(range(1, min(len(part), 12)), 2):
        first, middle, last = part[:low], part[low:high], part[high:]
        if told != last + middle + first or not last:
            continue
        if (
            _related(reference, first, last)
            if middle
            else _both(reference, answer, place, first, last)
        ):
            return [place[last[0]]]
    return []


def _both(
    reference: Text, answer: Text, place: dict[int, int], first: list[int], last: list[int]
) -> bool:
    """Tell whether the same one-way relation stands between two runs here and there."""
    if len(place) < _NEARLY_ALL * max(len(reference.stems), len(answer.stems)):
        return False
    there = _between(reference, first[-1], last[0])
    here = _between(answer, max(place[i] for i in last), min(place[i] for i in first))
    return bool({*_ONE_WAY.findall(there)} & {*_ONE_WAY.findall(here)})


def _between(text: Text, one: int, other: int) -> str:
    return text.original[text.spans[one][1] : text.spans[other][0]].casefold()


def _related(reference: Text, first: list[int], last: list[int]) -> bool:
    left, right = ({reference.stems[i] for i in part} for part in (first, last))
    if any(contraries(base) & right for base in left):
        return True
    return _RELATES.search(_between(reference, first[-1], last[0])) is not None


__all__ = [
    "crossed_neighbours",
    "exchanged_places",
    "exchanged_sides",
    "opening",
    "reversed_order",
]
