"""The typed check for an order: first mentions, and the words that move them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from drill.grading.findings import Finding
from drill.grading.lexicon import Plan, plan
from drill.grading.wordset import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.grading.hits import Hit
    from drill.grading.search import Search
    from drill.model.question import OrderCheck

_LAST = words("last lastly finally end eventually ultimately final bottom finish finishing ends")
_FIRST = words("first firstly start begin beginning initially top")
_FEW = 2
_MANY = 4
"""Items from which a swap of neighbours is forgiven."""
_BEFORE = 6
_BEHIND = 4
"""Words between `after` and the items it relates."""
_LAST_RANK = 1_000_000.0
_STEP = 10_000.0
"""More than the words of an answer."""
_NUMBERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_ORDINALS = {form: float(at) for at, form in enumerate(_NUMBERED)}
_LEAST_COUNTED = 3
"""Items that need an ordinal before it counts."""
_BACK = frozenset({"before", "preceding", "prior"})
_THAT = words("it that this them these those")
_ENDS = frozenset({".", ",", ";", "\n", ")"})


@dataclass(frozen=True, slots=True)
class OrderPlan:
    check: OrderCheck
    items: tuple[tuple[str, tuple[Plan, ...]], ...]


def compile_order(check: OrderCheck) -> OrderPlan:
    return OrderPlan(
        check, tuple((i.id, tuple(plan(w, "clause") for w in i.wordings)) for i in check.items)
    )


def wordings(check: OrderCheck) -> list[str]:
    """Every wording the check looks for."""
    return [w for item in check.items for w in item.wordings]


def _mentions(ready: OrderPlan, search: Search) -> dict[int, list[Hit]]:
    """Places of each item; a place two items claim goes to the longer match."""
    found: dict[int, list[Hit]] = {}
    for number, (_, plans) in enumerate(ready.items):
        hits = sorted({hit for p in plans for hit in search.find(p) if _in_one_clause(search, hit)})
        if hits:
            found[number] = hits
    taken: dict[int, tuple[int, int]] = {}
    for number, hits in found.items():
        for hit in hits:
            width = hit.end - hit.start
            for at in range(hit.start, hit.end):
                if at not in taken or taken[at][0] < width:
                    taken[at] = (width, number)
    out: dict[int, list[Hit]] = {}
    for number, hits in found.items():
        own = [
            hit for hit in hits if all(taken[at][1] == number for at in range(hit.start, hit.end))
        ]
        if own:
            out[number] = [hit for hit in own if not hit.flips] or own
    plain = {number: hits for number, hits in out.items() if not hits[0].flips}
    return plain or out  # `I would not start with A`: A has no place of its own


def _in_one_clause(search: Search, hit: Hit) -> bool:
    """Tell items of a list from one item: `data > loader` is no data loader."""
    return search.text.clause[hit.start] == search.text.clause[hit.end - 1]


def _denied(search: Search, mentions: dict[int, list[Hit]]) -> bool:
    """Tell whether a judgement governs every item: `it is not true that A, then B`."""
    text = search.text
    return all(
        len(text.negators[at]) % 2 and any(by in text.sweeping for by in text.negators[at])
        for at in (hits[0].start for hits in mentions.values())
    )


def _ranks(search: Search, mentions: dict[int, list[Hit]]) -> dict[int, float]:
    """Where the answer puts each item: its place, moved by `last`, `first`, `before`, `after`."""
    ranks: dict[int, float] = {number: float(hits[0].start) for number, hits in mentions.items()}
    text = search.text
    by_clause: dict[int, list[int]] = {}
    for number, hits in mentions.items():
        by_clause.setdefault(text.clause[hits[0].start], []).append(number)
    for clause, members in by_clause.items():
        low, high = text.clause_range[clause]
        words = _flags(text.forms[low:high])
        members.sort(key=lambda n: ranks[n])
        if words & _LAST and words & _FIRST:
            _both_ends(text.forms, low, members, ranks)
        elif words & _LAST and len(members) <= _FEW:
            for number in members:
                ranks[number] += _LAST_RANK
        elif words & _FIRST and len(members) == 1 and not words & {"after", "before"}:
            ranks[members[0]] -= _LAST_RANK
    _relations(search, mentions, ranks)
    _counted(search, mentions, ranks)
    return _from_the_end(search, mentions, ranks)


def _counted(search: Search, mentions: dict[int, list[Hit]], ranks: dict[int, float]) -> None:
    """`Third A, first B, second C`: ordinals say the order, wherever they stand."""
    text = search.text
    counts: dict[int, float] = {}
    for number, hits in mentions.items():
        low, high = text.clause_range[text.clause[hits[0].start]]
        said = [_ORDINALS[form] for form in text.forms[low:high] if form in _ORDINALS]
        if len(said) == 1:
            counts[number] = said[0]
    if len(counts) >= _LEAST_COUNTED and len({*counts.values()}) == len(counts):
        for number, count in counts.items():
            ranks[number] = (count - len(_ORDINALS)) * _LAST_RANK


def _from_the_end(
    search: Search, mentions: dict[int, list[Hit]], ranks: dict[int, float]
) -> dict[int, float]:
    """Turn what was told from the end: `A last. Before it B, before that C`."""
    starts = _steps_back(search)
    if not starts:
        return ranks
    return {
        number: rank
        if abs(rank) >= _LAST_RANK
        else rank - _STEP * sum(start <= mentions[number][0].start for start in starts)
        for number, rank in ranks.items()
    }


def _steps_back(search: Search) -> list[int]:
    """First words of the clauses that step back in the order told."""
    text = search.text
    starts = []
    for at, piece in enumerate(text.raw[:-1]):
        if piece.form not in _BACK or text.raw[at + 1].form not in _THAT | _ENDS:
            continue
        span = search.original_span(piece.start, piece.end)
        behind = next((i for i, (low, _) in enumerate(text.spans) if low >= span[0]), None)
        if behind is not None:
            starts.append(text.clause_range[text.clause[behind]][0])
    return starts


def _flags(forms: Sequence[str]) -> set[str]:
    """Words of a clause without those that name a direction (`bottom-up`, `start to end`)."""
    pairs = [*itertools.pairwise(forms)]
    told = {a for a, b in pairs if b in {"up", "down"}}
    told |= {form for a, b in pairs if a in _FIRST and b in _LAST for form in (a, b)}
    return set(forms) - told


def _both_ends(forms: Sequence[str], low: int, members: list[int], ranks: dict[int, float]) -> None:
    """`Start with A, finish with B`: each item belongs to the word before it."""
    for number in members:
        before = forms[low : int(ranks[number])]
        told = next((form for form in reversed(before) if form in _LAST | _FIRST), "")
        if told:
            ranks[number] += _LAST_RANK if told in _LAST else -_LAST_RANK


def _relations(search: Search, mentions: dict[int, list[Hit]], ranks: dict[int, float]) -> None:
    """`B after A`: move B behind A."""
    text = search.text
    places = sorted((hits[0].start, number) for number, hits in mentions.items())
    for at, form in enumerate(text.forms):
        if form not in {"after", "behind", "follows"}:
            continue
        before = [
            n
            for s, n in places
            if s < at and at - s <= _BEFORE and text.sentence[s] == text.sentence[at]
        ]
        behind = [
            n
            for s, n in places
            if s > at and s - at <= _BEHIND and text.sentence[s] == text.sentence[at]
        ]
        if before and behind and ranks[before[-1]] < ranks[behind[0]]:
            ranks[before[-1]], ranks[behind[0]] = ranks[behind[0]], ranks[before[-1]]


def judge_order(ready: OrderPlan, search: Search) -> list[Finding]:
    """Right relative order, with the omissions and swaps the check allows."""
    mentions = _mentions(ready, search)
    total = len(ready.items)
    if not mentions:
        return []
    ranks = _ranks(search, mentions)
    said = sorted(mentions, key=lambda n: ranks[n])
    inversions = sum(1 for i, a in enumerate(said) for b in said[i + 1 :] if a > b)
    pairs = len(said) * (len(said) - 1) // 2
    span = _cover(search, mentions)
    least = (
        ready.check.least
        if ready.check.least is not None
        else (total - 1 if total > _FEW else total)
    )
    swaps = ready.check.swaps if total >= _MANY else 0
    names = " → ".join(ready.items[n][0] for n in said)
    denied = _denied(search, mentions)
    if len(said) >= _FEW and (denied or inversions * 2 > pairs):
        how = "denied" if denied else "turned round"
        return [Finding("contradicted", span, f"the order is {how}: {names}")]
    if len(said) >= least and inversions <= swaps and (inversions == 0 or _neighbours(said)):
        return [
            Finding(
                "hit", span, f"the order holds: {names}", sure=len(said) == total or inversions == 0
            )
        ]
    if len(said) * 2 >= total and inversions <= max(1, pairs // 4):
        return [Finding("partly", span, f"part of the order: {names}", sure=False)]
    if inversions > max(1, pairs // 4):
        return [Finding("contradicted", span, f"the order is mixed up: {names}", sure=False)]
    return []


def _neighbours(said: list[int]) -> bool:
    """Tell whether every inverted pair is a pair of neighbours in the list as said."""
    return all(a - b <= _FEW for a, b in itertools.pairwise(said))


def _cover(search: Search, mentions: dict[int, list[Hit]]) -> tuple[int, int]:
    spans = [search.characters(hits[0]) for hits in mentions.values()]
    return min(s for s, _ in spans), max(e for _, e in spans)


__all__ = ["OrderPlan", "compile_order", "judge_order", "wordings"]
