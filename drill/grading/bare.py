"""Grade against a reference alone: its clauses are the key points, so nothing is ever sure."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import OSA

from drill.grading.antonyms import FOLLOWING, POLES, contraries
from drill.grading.claims import read
from drill.grading.common_words import SHORT_WORDS
from drill.grading.guards import empty, salad
from drill.grading.swapped import (
    crossed_neighbours,
    exchanged_places,
    exchanged_sides,
    opening,
    reversed_order,
)
from drill.grading.words import DOMAIN
from drill.grading.wordset import words
from drill.model.grade import Grade, PointResult, Status, Verdict

if TYPE_CHECKING:
    from drill.grading.text import Text

_QUIET = words("then not first if use about")
"""Words of a reference that carry little by themselves."""
_PROMPT_WEIGHT = 0.35
"""Weight of a reference word that the prompt has given away."""
_CORRECT_FROM = 0.5
_PARTIAL_FROM = 0.25
_FULL = 0.5
"""Share of a clause that counts as a hit."""
_CONTRARY = 0.4
"""What each contradiction leaves of the credit."""
_CUT = 4
"""Letters that are left at least of a word cut off."""
_ONE_TYPO = 5
_TWO_TYPOS = 8
"""Letters from which one or two typing errors are forgiven."""
_LOOSE = 7
_LIKE_ORDER = 0.75
"""Content words without any other, and pairs in like order, up to which they are no sentence."""
_LONGEST = 400
"""Content words of an answer or a reference that are compared."""


_OTHERWISE = re.compile(r"\b(?:otherwise|or else|without (?:it|that|this))\b", re.IGNORECASE)
_BEFORE_CLAUSE = 14
"""Characters before a clause in which `otherwise` may stand."""


@dataclass(frozen=True, slots=True)
class Match:
    """A word of the reference found in the answer."""

    reference: int
    answer: int


@lru_cache(maxsize=1 << 14)
def alike(a: str, b: str) -> bool:
    """Return the same word, but for an ending cut off or a typing error."""
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    if len(short) >= _CUT and long.startswith(short):
        return True
    if len(short) == _CUT and len(long) == _ONE_TYPO and short not in SHORT_WORDS:
        return short[0] == long[0] and OSA.distance(short, long, score_cutoff=1) <= 1
    if a in DOMAIN or len(short) < _ONE_TYPO or a[0] != b[0] or not a.isalpha() or not b.isalpha():
        return False
    limit = 2 if len(short) >= _TWO_TYPOS else 1
    return OSA.distance(a, b, score_cutoff=limit) <= limit


def _same(reference: Text, i: int, answer: Text, j: int) -> bool:
    if (i in reference.values) != (j in answer.values):
        return False
    if i in reference.values:
        return _same_number(reference.values[i], answer.values[j])
    return reference.stems[i] == answer.stems[j] or alike(answer.forms[j], reference.forms[i])


def _same_number(a: tuple[float, bool], b: tuple[float, bool]) -> bool:
    left = {a[0], a[0] / 100 if a[1] else a[0]}
    right = {b[0], b[0] / 100 if b[1] else b[0]}
    return any(abs(x - y) <= 0.02 * abs(x) for x in left for y in right)


def align(reference: Text, answer: Text) -> list[Match]:
    """Find each word of the reference in the answer, in like order where it can be."""
    out: list[Match] = []
    used: set[int] = set()
    last = -1
    places = range(min(len(answer.forms), _LONGEST))
    for i in range(min(len(reference.forms), _LONGEST)):
        found = [j for j in places if j not in used and _same(reference, i, answer, j)]
        if not found:
            continue
        j = next((j for j in found if j > last), found[0])
        used.add(j)
        last = j
        out.append(Match(i, j))
    return out


def _weights(reference: Text, prompt: frozenset[str]) -> list[float]:
    out = []
    for form, base in zip(reference.forms, reference.stems, strict=True):
        weight = 0.3 if form in _QUIET else 1.0
        out.append(weight * (_PROMPT_WEIGHT if base in prompt else 1.0))
    return out


def _turned(reference: Text, answer: Text, matches: list[Match]) -> list[int]:
    """Answer words whose polarity is not that of the reference."""
    return [
        m.answer
        for m in matches
        if (len(reference.negators[m.reference]) - len(answer.negators[m.answer])) % 2
        and reference.forms[m.reference] not in _QUIET
        and _else(reference, m.reference) == _else(answer, m.answer)
    ]


def _else(text: Text, index: int) -> bool:
    """Tell whether a word says what happens otherwise: there the polarity is the other one."""
    low, _ = text.clause_range[text.clause[index]]
    start = max(0, text.spans[low][0] - _BEFORE_CLAUSE)
    return _OTHERWISE.search(text.original[start : text.spans[index][0]]) is not None


def _contrary(reference: Text, answer: Text) -> list[int]:
    """Answer words that are the contrary of a reference word and do not stand in the reference."""
    own = {s for s, n in zip(reference.stems, reference.negators, strict=True) if not len(n) % 2}
    denied = {*reference.stems} - own
    said = {*answer.stems}
    out = []
    for j, base in enumerate(answer.stems):
        if base in own or base in denied or len(answer.negators[j]) % 2:
            continue
        others = contraries(base)
        if any(other in own and other not in said for other in others):
            out.append(j)
    return out


def _pole(text: Text, index: int) -> int:
    """Direction said of a word: +1 or -1 by the direction word next to it, 0 without one.

    The nearer word counts; `goes down` belongs to what stands before it.
    """
    if text.stems[index] in POLES or index in text.values or text.forms[index] in _QUIET:
        return 0
    for at in (index + 1, index - 1, index + 2, index - 2):
        if not 0 <= at < len(text.forms) or text.clause[at] != text.clause[index]:
            continue
        pole = POLES.get(text.stems[at], 0)
        if pole and not (at < index and text.stems[at] in FOLLOWING):
            return -pole if len(text.negators[at]) % 2 else pole
    return 0


def _turned_poles(reference: Text, answer: Text, matches: list[Match]) -> list[int]:
    """Words that the reference lets rise and the answer lets fall, or the other way round."""
    return [
        m.answer for m in matches if _pole(reference, m.reference) * _pole(answer, m.answer) < 0
    ]


def _foreign_numbers(reference: Text, answer: Text, prompt: Text) -> list[int]:
    """Numbers of the answer that neither the reference nor the prompt has."""
    if not reference.values:
        return []
    allowed = [*reference.values.values(), *prompt.values.values()]
    return [
        j
        for j, value in answer.values.items()
        if not any(_same_number(known, value) for known in allowed)
    ]


def _order(matches: list[Match]) -> float:
    """Share of the pairs of common words that stand in the reference's order."""
    places = [m.answer for m in matches]
    pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 : i + 12]]
    return sum(a < b for a, b in pairs) / len(pairs) if pairs else 1.0


def _clauses(
    reference: Text, answer: Text, weights: list[float]
) -> list[tuple[tuple[int, int], float, list[int]]]:
    """Find for each clause of the reference its best share in one stretch, and where."""
    out = []
    for low, high in reference.clause_range:
        best: tuple[float, list[int]] = (0.0, [])
        total = sum(weights[low:high])
        for start, end in _stretches(answer):
            places = []
            earned = 0.0
            for i in range(low, high):
                j = next(
                    (
                        j
                        for j in range(start, end)
                        if j not in places and _same(reference, i, answer, j)
                    ),
                    None,
                )
                if j is not None:
                    places.append(j)
                    earned += weights[i]
            share = earned / total if total else 0.0
            if share > best[0]:
                best = (share, places)
        if total:
            out.append(((low, high), *best))
    return out


def _stretches(answer: Text) -> list[tuple[int, int]]:
    ranges = answer.clause_range[:60]
    return [*ranges, *((a, d) for (a, _), (_, d) in itertools.pairwise(ranges))]


def grade_bare(answer: str, prompt: str, reference: str) -> Grade:
    """Credit by what the answer covers of the reference, cut down by each contradiction."""
    said, wanted, asked = (_with_fractions(read(text)) for text in (answer, reference, prompt))
    given = frozenset(asked.stems)
    weights = _weights(wanted, given)
    matches = align(wanted, said)
    total = sum(weights) or 1.0
    recall = sum(weights[m.reference] for m in matches) / total
    clauses = _clauses(wanted, said, weights)
    clausal = sum(share * sum(weights[a:b]) for (a, b), share, _ in clauses) / total
    turned = [*_turned(wanted, said, matches), *_turned_poles(wanted, said, matches)]
    contrary = _contrary(wanted, said)
    pairs = [(m.reference, m.answer) for m in matches]
    swapped = [
        *reversed_order(prompt, wanted, said, pairs),
        *exchanged_sides(wanted, said, pairs),
        *crossed_neighbours(wanted, said, pairs),
        *exchanged_places(wanted, said, pairs),
    ]
    opens = opening(reference, answer)
    numbers = _foreign_numbers(wanted, said, asked)
    against = [
        *dict.fromkeys([*turned, *contrary, *swapped]),
        *(numbers if not _has_numbers(matches, wanted) or len(numbers) > 1 else []),
    ]
    credit = 0.45 * recall + 0.35 * clausal + 0.2 * _order(matches) * min(1.0, recall + 0.2)
    credit *= _CONTRARY ** min(3, len(against)) if against else 1.0
    credit *= 0.8 ** min(2, len(numbers)) if numbers else 1.0
    credit *= _CONTRARY if opens else 1.0
    refused = empty(said) or salad(said)
    if refused is not None or _loose(said, matches):
        credit *= 0.1
    credit = round(max(0.0, min(1.0, credit)), 4)
    return Grade(
        verdict=_verdict(credit, contradicted=bool(against or opens)),
        sure=False,
        credit=credit,
        score=round(10 * credit, 3),
        points=tuple(_points(wanted, said, clauses, against, opens)),
    )


def _with_fractions(text: Text) -> Text:
    """Read `1/4` as one number."""
    values = dict(text.values)
    for j in text.values:
        if j + 1 in text.values and j in values:
            between = text.original[text.spans[j][1] : text.spans[j + 1][0]]
            if between.strip() == "/" and text.values[j + 1][0]:
                values[j] = (text.values[j][0] / text.values[j + 1][0], False)
                del values[j + 1]
    return text if len(values) == len(text.values) else replace(text, values=values)


def _loose(said: Text, matches: list[Match]) -> bool:
    """Tell whether an answer is but words of the reference, unjoined and out of order."""
    joined = said.function_words or said.breaks
    return not joined and len(said.forms) >= _LOOSE and _order(matches) < _LIKE_ORDER


def _has_numbers(matches: list[Match], wanted: Text) -> bool:
    return any(m.reference in wanted.values for m in matches)


def _verdict(credit: float, *, contradicted: bool) -> Verdict:
    if credit >= _CORRECT_FROM and not contradicted:
        return "correct"
    return "partial" if credit >= _PARTIAL_FROM else "incorrect"


def _points(
    wanted: Text,
    said: Text,
    clauses: list[tuple[tuple[int, int], float, list[int]]],
    against: list[int],
    opens: tuple[int, int] | None,
) -> list[PointResult]:
    out = []
    for number, ((low, high), share, places) in enumerate(clauses, 1):
        says = wanted.original[wanted.spans[low][0] : wanted.spans[high - 1][1]]
        name = f"part_{number}"
        if not places or share < _FULL / 2:
            out.append(
                PointResult(id=name, status="missed", span=None, why=f"missing: {says}", says=says)
            )
            continue
        span = (min(said.spans[j][0] for j in places), max(said.spans[j][1] for j in places))
        contradicted = any(j in against for j in places)
        status: Status = "contradicted" if contradicted else "hit" if share >= _FULL else "partly"
        why = (
            "the contrary of it is said"
            if contradicted
            else f"{round(100 * share)} % of its words are there"
        )
        out.append(PointResult(id=name, status=status, span=span, why=why, says=says))
    out.extend(
        PointResult(
            id=f"contrary_{span[0]}",
            status="contradicted",
            span=span,
            why="this contradicts the reference",
            says="nothing against the reference",
        )
        for span in (*(said.spans[j] for j in against), *((opens,) if opens else ()))
    )
    return out
